/** Annotations as people write them, in many languages, and code as they quote it: the estimate was tuned with these in view. */
const TUNED: Readonly<Record<string, readonly string[]>> = {
  English: [
    `Keep at most four TLS sessions in the cache: the secure element refuses a fifth handshake, and a refused handshake costs eleven seconds because the modem has to be power-cycled. We measured this on the pilot devices in March. If you raise the limit, raise it in the provisioning tool as well, or devices that were flashed before will never reconnect after a brown-out.`,
    `Retries are spread over a full minute on purpose. When the broker restarts, all 40,000 meters notice within the same second; without jitter their second attempt arrives together as well, and the broker falls over again. An exponential backoff alone did not help, since every client computes the same delays. Don't replace the random part with a hash of the serial number: serial numbers are consecutive.`,
    `This function must stay synchronous. It is called from the signal handler, where nothing may be awaited, and from the migration script, which holds a lock on the table. The obvious refactoring (return a promise, let the caller decide) was tried twice and broke the shutdown both times: the process exited before the last batch had been flushed, and the accounting team found the difference only at the end of the quarter.`,
    `Rejected: a generic event bus. It would have hidden who depends on whom, and the order of two subscribers mattered in three places that nobody could name. Rejected as well: polling the ledger every ten seconds, since the bank throttles us after 300 requests an hour. What we have now is dull, explicit and easy to trace, and it survived the outage in August without losing a single transfer.`,
    `Rounding happens exactly once, at the end, with banker's rounding. Rounding each line item looked harmless but drifted by up to 0.03 EUR on invoices with more than twenty positions, which auditors treat as an error. Risk: the PDF renderer still rounds on its own when a discount is given in percent; whoever touches it should compare both totals for the invoices in fixtures/invoices before merging.`,
    `Why the parser is written by hand: grammar generators produced unhelpful messages for unterminated strings, and users paste half-finished snippets all day long. The lookahead is limited to two tokens so that error recovery stays predictable. Assumes that the tokenizer never emits empty identifiers; assertNonEmpty() guards that in debug builds only. Unicode normalisation belongs to the caller, not here.`,
    `The thumbnail worker deliberately ignores EXIF orientation for animated files. Browsers rotate the first frame only, so a corrected preview would disagree with what people see after clicking. Product accepted this in ticket MEDIA-2291. Don't "fix" it without changing the lightbox, too; the two share resizeFrame() and a cache key that doesn't include the angle.`,
    `Locks are taken in alphabetical order of their names. It looks arbitrary, yet every deadlock we had in the warehouse service came from two handlers that disagreed about the order. A lint rule was considered and dropped because names are built at run time. If a third lock becomes necessary, introduce a coarse one instead; contention is negligible (p99 below 2 ms under peak load).`,
    `Timestamps are stored without zone and mean UTC. The importer used local time until 2019, hence the odd guard for rows older than that: they're shifted on read, never rewritten, since finance signs the raw dump. Depends on tzdata being newer than 2022g for Greenland and Jordan.`,
  ],
  code: [
    `export async function withSession<T>(pool: SessionPool, use: (session: Session) => Promise<T>): Promise<T> {
  const session = pool.idle.pop() ?? (await pool.open({ timeoutMs: 5_000, keepAlive: true }));
  try {
    return await use(session);
  } finally {
    if (session.healthy && pool.idle.length < MAX_IDLE) pool.idle.push(session);
    else session.close();
  }
}`,
    `def settle(accounts, *, tolerance=Decimal("0.005")):
    """Return transfers that bring every balance to zero."""
    debtors = sorted((a for a in accounts if a.balance < -tolerance), key=lambda a: a.balance)
    creditors = sorted((a for a in accounts if a.balance > tolerance), key=lambda a: -a.balance)
    while debtors and creditors:
        payer, payee = debtors[0], creditors[0]
        amount = min(-payer.balance, payee.balance)
        yield Transfer(payer.id, payee.id, amount.quantize(CENT))`,
    `static int ring_push(struct ring *r, const uint8_t *buf, size_t len)
{
	size_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
	size_t tail = atomic_load_explicit(&r->tail, memory_order_acquire);

	if (len > r->size - (head - tail))
		return -ENOSPC;
	for (size_t i = 0; i < len; i++)
		r->data[(head + i) & (r->size - 1)] = buf[i];
	atomic_store_explicit(&r->head, head + len, memory_order_release);
	return 0;
}`,
    `func (s *Server) handleUpload(w http.ResponseWriter, r *http.Request) {
	defer r.Body.Close()
	id := chi.URLParam(r, "uploadID")
	n, err := io.Copy(s.blobs.Writer(id), http.MaxBytesReader(w, r.Body, s.maxBytes))
	if errors.Is(err, context.Canceled) {
		s.log.Warn("client went away", "upload", id, "bytes", n)
		return
	}
	if err != nil {
		http.Error(w, http.StatusText(http.StatusRequestEntityTooLarge), http.StatusRequestEntityTooLarge)
	}
}`,
    `impl<'a> Iterator for Fields<'a> {
    type Item = Result<&'a str, FieldError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.take()?;
        match rest.find(|c: char| c == ';' || c.is_control()) {
            Some(at) if rest.as_bytes()[at] == b';' => {
                self.rest = Some(&rest[at + 1..]);
                Some(Ok(&rest[..at]))
            }
            Some(at) => Some(Err(FieldError::Control { offset: self.base + at })),
            None => Some(Ok(rest)),
        }
    }
}`,
    `SELECT o.customer_id, date_trunc('month', o.created_at) AS month, count(*) FILTER (WHERE o.state <> 'cancelled') AS orders,
       sum(l.quantity * l.unit_price_cents) / 100.0 AS revenue
  FROM orders o JOIN order_lines l ON l.order_id = o.id LEFT JOIN refunds r USING (order_id)
 WHERE o.created_at >= now() - interval '18 months' AND r.order_id IS NULL
 GROUP BY 1, 2 HAVING count(*) > 3 ORDER BY revenue DESC NULLS LAST LIMIT 50;`,
  ],
  JSON: [
    JSON.stringify({
      $schema: 'ultragit-read/v1',
      query: { path: 'src/mqtt/client.ts', anchor: 'MqttClient::connect' },
      scope: { repository: '/srv/work/mqtt-client', file: 'src/mqtt/client.ts', lines: '12:58' },
      regions: [
        {
          anchor: { type: 'method', name: 'MqttClient::connect' },
          current_lines: '34:58',
          freshness: { state: 'edited', changed: '3 of 19', by: ['9f31c02ab47d Retry the handshake once'] },
          constraints: ['At most four sessions.', { text: 'Never log the ticket.', source: 'author' }],
          rejected_alternatives: [{ alternative: 'a pool of sockets', reason: 'one socket per device' }],
          commit: '41be0c7d92fa',
          date: '2025-03-14',
          confidence: 0.82,
        },
      ],
    }),
    JSON.stringify({
      dependents: [
        {
          file: 'lib/queue/drain.py',
          anchor: 'Drain.run',
          nature: 'expects items in order',
          commit: '0d8e6fa1b37c',
          state: 'intact',
        },
        {
          file: 'lib/queue/retry.py',
          anchor: 'next_delay',
          nature: 'relies on the cap of 60 s',
          commit: 'c4417a90be52',
          state: 'edited',
          changed: '2 of 8',
        },
        {
          file: 'tools/replay.py',
          anchor: 'main',
          nature: 'reads the same file twice',
          commit: '77fe01d3a6b9',
          state: 'gone',
        },
      ],
      stats: { found: 3, shown: 3 },
    }),
    JSON.stringify({
      units: [
        {
          name: 'parseHeader',
          lines: '1:22',
          state: 'intact',
          constraints: ['Accepts CRLF and LF.'],
          tags: ['io', 'rfc-9110'],
        },
        {
          name: 'HeaderMap::insert',
          lines: '24:61',
          state: 'edited 40 %',
          intent: 'Keep duplicates in order.',
        },
        { name: '__init__', lines: '63:70' },
        { name: 'MAX_HEADER_BYTES', lines: '72', risk: 'Proxies cut at 8190.' },
      ],
      annotated: 3,
      notices: [{ code: 'shallow', message: 'History is shallow here.', fix: 'git fetch --unshallow' }],
    }),
    JSON.stringify({
      entries: [
        {
          date: '2024-11-02',
          commit: 'a81f30bc6e04',
          author: 'Ines Okafor',
          what: 'Split the lexer',
          path: 'core/lex/scan.rs',
          lines: [12, 88],
        },
        {
          date: '2025-01-19',
          commit: '5ec2d7740b1f',
          author: 'Jonas Lindqvist',
          what: 'Count columns in UTF-16',
          path: 'core/lex/position.rs',
          lines: [3, 41],
        },
        {
          date: '2025-06-30',
          commit: 'f00b5a3e219d',
          author: 'T. Nakagawa',
          what: 'Undo 5ec2d774',
          path: 'core/lex/position.rs',
          lines: [3, 39],
        },
      ],
      truncated: false,
      next: null,
    }),
  ],
  Chinese: [
    `会话缓存最多保存四个会话。安全芯片会拒绝第五次握手，被拒绝之后调制解调器必须断电重启，耗时约十一秒。如果要提高上限，请同时修改配置工具，否则早先烧录的设备在掉电之后将无法重新连接。我们在三月份的试点设备上测量过，结论记录在测试报告里。重试之间的随机延迟是有意加入的，不要删除。`,
    `这个函数必须保持同步。它会在信号处理程序中被调用，那里不能等待任何异步操作；迁移脚本也会调用它，而脚本当时持有表锁。曾经尝试过改成返回 Promise，结果两次都导致进程在最后一批数据写入之前退出，财务部门直到季度末才发现差额。风险：渲染模块仍然会自行四舍五入，修改前请比较两边的总额。`,
    `被否决的方案：通用事件总线。它会隐藏模块之间的依赖关系，而且有三处代码依赖订阅者的执行顺序，却没有人说得清原因。另一个被否决的方案是每十秒轮询一次账本，因为银行每小时只允许三百次请求。现在的实现虽然朴素，但是清楚、容易追踪，八月份的故障中没有丢失任何一笔转账。`,
    `解析器之所以手写，是因为生成器对未结束的字符串给出的错误信息毫无帮助，而用户整天都在粘贴不完整的代码片段。向前查看限制为两个记号，这样错误恢复的行为才可以预测。前提是词法分析器不会产生空标识符，这一点只在调试版本中检查。编码规范化由调用方负责，不在这里处理。`,
  ],
  Japanese: [
    `セッションキャッシュは最大四つまで保持します。セキュアエレメントは五回目のハンドシェイクを拒否し、拒否されるとモデムの電源を入れ直す必要があり、約十一秒かかります。上限を上げる場合は、プロビジョニングツールの設定も必ず変更してください。そうしないと、以前に書き込まれた端末は電圧低下の後に再接続できなくなります。`,
    `この関数は同期のままにしておく必要があります。シグナルハンドラから呼び出されるため、何も待つことができません。また、移行スクリプトはテーブルをロックした状態でこれを呼び出します。Promise を返すように書き換える案は二度試しましたが、どちらも最後のバッチが書き込まれる前にプロセスが終了してしまいました。`,
    `却下した案：汎用のイベントバス。誰が誰に依存しているのかが見えなくなり、購読者の順序が重要な箇所が三つありました。十秒ごとに台帳を確認する案も却下しました。銀行側が一時間あたり三百回までに制限しているからです。現在の実装は地味ですが、追跡しやすく、八月の障害でも送金を一件も失いませんでした。`,
    `パーサを手書きしている理由：生成ツールでは、閉じられていない文字列に対するエラーメッセージが分かりにくかったためです。利用者は書きかけのコードを一日中貼り付けます。先読みは二つのトークンに限定し、エラーからの回復を予測しやすくしています。正規化は呼び出し側の責任であり、ここでは行いません。`,
  ],
  Korean: [
    `세션 캐시는 최대 네 개까지만 유지해야 합니다. 보안 칩은 다섯 번째 핸드셰이크를 거부하며, 거부되면 모뎀의 전원을 다시 켜야 해서 약 십일 초가 걸립니다. 한도를 올리려면 프로비저닝 도구의 설정도 함께 바꿔야 합니다. 그렇지 않으면 이전에 출고된 장치는 전압 강하 이후 다시 연결되지 않습니다.`,
    `이 함수는 반드시 동기 방식으로 남아 있어야 합니다. 시그널 처리기에서 호출되기 때문에 아무것도 기다릴 수 없고, 마이그레이션 스크립트는 테이블을 잠근 상태에서 호출합니다. 프라미스를 돌려주도록 바꾸는 방법을 두 번 시도했지만 마지막 묶음이 기록되기 전에 프로세스가 종료되었습니다.`,
    `거절된 대안: 범용 이벤트 버스. 누가 누구에게 의존하는지 보이지 않게 되고, 구독자의 순서가 중요한 곳이 세 군데나 있었습니다. 십 초마다 장부를 확인하는 방법도 거절했습니다. 은행이 시간당 삼백 번까지만 허용하기 때문입니다. 지금 구현은 단순하지만 추적하기 쉽고, 팔월 장애 때도 송금을 하나도 잃지 않았습니다.`,
    `파서를 직접 작성한 이유는 생성기가 닫히지 않은 문자열에 대해 도움이 되지 않는 오류를 내기 때문입니다. 사용자는 하루 종일 미완성 코드를 붙여 넣습니다. 미리 보는 토큰은 두 개로 제한해서 오류 복구가 예측 가능하도록 했습니다. 정규화는 호출하는 쪽의 책임이며 여기서는 하지 않습니다.`,
  ],
  Thai: [
    `แคชของเซสชันต้องเก็บไว้ไม่เกินสี่รายการ เพราะชิปความปลอดภัยจะปฏิเสธการเชื่อมต่อครั้งที่ห้า และเมื่อถูกปฏิเสธแล้วจะต้องปิดและเปิดโมเด็มใหม่ซึ่งใช้เวลาประมาณสิบเอ็ดวินาที ถ้าต้องการเพิ่มขีดจำกัด ต้องแก้ไขเครื่องมือตั้งค่าด้วย มิฉะนั้นอุปกรณ์ที่ติดตั้งไปแล้วจะไม่สามารถเชื่อมต่อได้อีกหลังไฟตก`,
    `ฟังก์ชันนี้ต้องทำงานแบบซิงโครนัสเท่านั้น เพราะถูกเรียกจากตัวจัดการสัญญาณซึ่งไม่สามารถรออะไรได้ และสคริปต์ย้ายข้อมูลก็เรียกใช้ในขณะที่ล็อกตารางอยู่ เราเคยลองเปลี่ยนให้คืนค่าเป็นพรอมิสสองครั้ง แต่ทั้งสองครั้งโปรเซสจบการทำงานก่อนที่ข้อมูลชุดสุดท้ายจะถูกบันทึก ฝ่ายบัญชีพบความแตกต่างตอนสิ้นไตรมาส`,
    `ทางเลือกที่ไม่ใช้: บัสเหตุการณ์แบบทั่วไป เพราะจะซ่อนว่าส่วนใดขึ้นอยู่กับส่วนใด และมีสามแห่งที่ลำดับของผู้รับมีความสำคัญ อีกทางเลือกหนึ่งคือการตรวจสอบบัญชีทุกสิบวินาที แต่ธนาคารจำกัดไว้ที่สามร้อยครั้งต่อชั่วโมง วิธีปัจจุบันเรียบง่าย ชัดเจน และติดตามได้ง่าย ในเหตุขัดข้องเดือนสิงหาคมไม่มีการโอนเงินใดสูญหาย`,
    `เหตุผลที่เขียนตัวแยกวิเคราะห์เอง คือเครื่องมือสร้างอัตโนมัติให้ข้อความผิดพลาดที่ไม่เป็นประโยชน์เมื่อสตริงไม่ถูกปิด และผู้ใช้มักวางโค้ดที่ยังเขียนไม่เสร็จตลอดทั้งวัน การมองล่วงหน้าจำกัดไว้ที่สองโทเค็นเพื่อให้การกู้คืนจากข้อผิดพลาดคาดเดาได้ การปรับรูปแบบตัวอักษรเป็นหน้าที่ของผู้เรียก ไม่ใช่ที่นี่`,
    `งานสร้างภาพย่อจงใจไม่สนใจข้อมูลการหมุนของภาพเคลื่อนไหว เพราะเบราว์เซอร์จะหมุนเฉพาะเฟรมแรก หากเราแก้ภาพตัวอย่าง สิ่งที่ผู้ใช้เห็นหลังจากคลิกจะไม่ตรงกัน ถ้าจะแก้ไขต้องเปลี่ยนหน้าจอแสดงภาพขนาดใหญ่ด้วย เนื่องจากทั้งสองส่วนใช้ฟังก์ชันเดียวกัน และคีย์ของแคชไม่มีมุมรวมอยู่`,
    `ต้องขอล็อกตามลำดับตัวอักษรของชื่อเสมอ แม้จะดูเหมือนไม่มีเหตุผล แต่ทุกครั้งที่ระบบคลังสินค้าค้าง เกิดจากสองส่วนที่ขอล็อกคนละลำดับ หากจำเป็นต้องมีล็อกที่สาม ให้ใช้ล็อกที่ครอบคลุมกว้างกว่าแทน`,
  ],
  Arabic: [
    `يجب ألا تحتوي ذاكرة الجلسات على أكثر من أربع جلسات، لأن الشريحة الآمنة ترفض المصافحة الخامسة، وبعد الرفض يجب إعادة تشغيل المودم، وهذا يستغرق نحو إحدى عشرة ثانية. إذا رفعت الحد فارفعه أيضا في أداة التهيئة، وإلا فلن تتمكن الأجهزة القديمة من الاتصال مرة أخرى بعد انخفاض الجهد. تم قياس ذلك على الأجهزة التجريبية في شهر مارس.`,
    `يجب أن تبقى هذه الدالة متزامنة. فهي تستدعى من معالج الإشارات حيث لا يمكن انتظار أي شيء، ومن برنامج الترحيل الذي يحتفظ بقفل على الجدول. جربنا مرتين أن تعيد وعدا بدلا من القيمة، وفي المرتين انتهت العملية قبل كتابة الدفعة الأخيرة، ولم يكتشف قسم المحاسبة الفرق إلا في نهاية الربع.`,
    `بديل مرفوض: ناقل أحداث عام. كان سيخفي من يعتمد على من، وكان ترتيب المشتركين مهما في ثلاثة مواضع لا يستطيع أحد تسميتها. ورفضنا أيضا فحص الدفتر كل عشر ثوان، لأن البنك لا يسمح بأكثر من ثلاثمئة طلب في الساعة. الحل الحالي بسيط وواضح ويسهل تتبعه، وقد تجاوز عطل أغسطس دون فقدان أي تحويل.`,
    `سبب كتابة المحلل يدويا أن المولدات تعطي رسائل غير مفيدة عندما لا تغلق السلسلة النصية، والمستخدمون يلصقون مقاطع غير مكتملة طوال اليوم. النظر إلى الأمام محدود برمزين حتى يبقى التعافي من الأخطاء متوقعا. يفترض أن المجزئ لا ينتج معرفات فارغة، ويتحقق من ذلك في إصدارات التنقيح فقط.`,
  ],
  Russian: [
    `Кэш сеансов хранит не более четырёх записей: защищённый элемент отклоняет пятое рукопожатие, после чего модем приходится перезагружать, а это занимает около одиннадцати секунд. Если вы повышаете предел, повысьте его и в утилите настройки, иначе ранее прошитые устройства не смогут подключиться после просадки питания. Измерено на пилотной партии в марте.`,
    `Эта функция должна оставаться синхронной. Её вызывает обработчик сигналов, где ничего нельзя ждать, и скрипт миграции, который держит блокировку таблицы. Дважды пробовали возвращать обещание, и оба раза процесс завершался раньше, чем записывалась последняя порция; бухгалтерия обнаружила расхождение только в конце квартала.`,
    `Отклонено: общая шина событий. Она скрыла бы, кто от кого зависит, а порядок подписчиков был важен в трёх местах, которые никто не мог назвать. Отклонён и опрос журнала каждые десять секунд: банк ограничивает нас тремястами запросами в час. Нынешнее решение скучное, но явное, и в августовский сбой не потерялся ни один перевод.`,
    `Разборщик написан вручную, потому что генераторы выдают бесполезные сообщения о незакрытых строках, а пользователи весь день вставляют незаконченные фрагменты. Просмотр вперёд ограничен двумя лексемами, чтобы восстановление после ошибок было предсказуемым. Нормализация — обязанность вызывающей стороны.`,
  ],
  Hindi: [
    `सत्र कैश में अधिकतम चार प्रविष्टियाँ होनी चाहिए, क्योंकि सुरक्षा चिप पाँचवें हैंडशेक को अस्वीकार कर देती है और उसके बाद मोडेम को बंद करके फिर चालू करना पड़ता है, जिसमें लगभग ग्यारह सेकंड लगते हैं। यदि आप सीमा बढ़ाते हैं तो विन्यास उपकरण में भी बढ़ाएँ, नहीं तो पुराने उपकरण दोबारा नहीं जुड़ पाएँगे।`,
    `यह फ़ंक्शन समकालिक ही रहना चाहिए। इसे सिग्नल हैंडलर से बुलाया जाता है, जहाँ किसी चीज़ की प्रतीक्षा नहीं की जा सकती, और माइग्रेशन स्क्रिप्ट से भी, जो तालिका पर ताला रखती है। दो बार इसे बदलने का प्रयास हुआ और दोनों बार अंतिम खेप लिखे जाने से पहले प्रक्रिया समाप्त हो गई।`,
    `अस्वीकृत विकल्प: एक सामान्य इवेंट बस। इससे यह छिप जाता कि कौन किस पर निर्भर है, और तीन जगहों पर ग्राहकों का क्रम महत्वपूर्ण था। हर दस सेकंड में खाता जाँचना भी अस्वीकार किया गया, क्योंकि बैंक प्रति घंटे केवल तीन सौ अनुरोध स्वीकार करता है। वर्तमान समाधान सरल और स्पष्ट है।`,
    `पार्सर हाथ से इसलिए लिखा गया है क्योंकि जनरेटर अधूरी स्ट्रिंग के लिए अनुपयोगी संदेश देते थे, और उपयोगकर्ता दिन भर अधूरे टुकड़े चिपकाते रहते हैं। आगे देखने की सीमा दो टोकन है ताकि त्रुटि से उबरना पूर्वानुमेय रहे। सामान्यीकरण बुलाने वाले की ज़िम्मेदारी है, यहाँ नहीं।`,
  ],
  German: [
    `Der Sitzungsspeicher hält höchstens vier Einträge: Das Sicherheitselement verweigert den fünften Handschlag, danach muss das Modem neu gestartet werden, was etwa elf Sekunden dauert. Wer die Grenze anhebt, muss sie auch im Einrichtungswerkzeug anheben, sonst verbinden sich bereits ausgelieferte Geräte nach einem Spannungseinbruch nie wieder.`,
    `Diese Funktion muss synchron bleiben. Sie wird aus der Signalbehandlung aufgerufen, wo auf nichts gewartet werden darf, und aus dem Umzugsskript, das eine Sperre auf der Tabelle hält. Der naheliegende Umbau wurde zweimal versucht; beide Male endete der Prozess, bevor der letzte Stapel geschrieben war, und die Buchhaltung fand die Abweichung erst zum Quartalsende.`,
    `Verworfen: ein allgemeiner Ereignisbus. Er hätte verborgen, wer von wem abhängt, und an drei Stellen war die Reihenfolge der Empfänger wichtig. Ebenfalls verworfen: das Hauptbuch alle zehn Sekunden abzufragen, denn die Bank drosselt nach dreihundert Anfragen je Stunde. Die jetzige Lösung ist langweilig, aber nachvollziehbar; im August ging keine Überweisung verloren.`,
    `Der Zerteiler ist von Hand geschrieben, weil Generatoren bei nicht abgeschlossenen Zeichenketten unbrauchbare Meldungen liefern und Benutzer den ganzen Tag halbfertige Schnipsel einfügen. Die Vorausschau ist auf zwei Merkmale begrenzt, damit die Fehlerbehandlung vorhersehbar bleibt. Größenänderungen müssen vorher angekündigt und geprüft werden.`,
  ],
  emoji: [
    `🚀 Ship only after the 🧪 suite is green ✅; a 🔥 hotfix may skip the soak test ⏳ but never the rollback drill 🔁. 🛑 Do not touch the 🔐 vault migration on Fridays 📅. 🐛 #412: the 🐢 path is slow on purpose, it waits for the 📬 queue to drain 💧. Ask 👩‍💻 on-call before you retry ☎️. 🎉`,
    `⚠️ Risk: the cache 🗄️ is warm only after 5 minutes 🕔. 📉 Throughput drops by 30 % until then, so 🚦 let the load balancer ramp up slowly. 🙅 Rejected: pre-warming from disk 💾 (took longer than a cold start 🧊). 👍 Works with two replicas, 🤷 untested with more. 🧵 see the thread, 📌 pinned.`,
    `📝 Notes for whoever comes next 👋: the 🧭 router keeps the old 🗺️ map until the new one is complete, otherwise 🚗 requests go nowhere 🕳️. 💡 Idea: diff them 🔍. ❌ Tried, too slow 🐌 with 20k routes. 🏗️ Rebuild at night 🌙, announce it in 📣 #ops, then 🧹 clean up. 🫠 Sorry about the naming 😅.`,
    `✅ done 🔜 next ❗ blocked: 🧩 plugin API frozen 🥶 until v3 🎯; 🪝 hooks run in order of 🔢 priority, ties by 🔤 name. 🧨 Never call a hook from a hook, it 🔁 loops. 🩹 Workaround lives in 📁 compat/, remove it when 🏢 the last customer moved 🚚. 🧑‍🔬 Measured: 12 ms ⏱️ per hook, 💰 fine.`,
  ],
};

/** Written after the numbers of the estimate were chosen, and not used to choose them. */
const HELD_OUT: Readonly<Record<string, readonly string[]>> = {
  English: [
    `Search results are sorted by price per unit, not by price. Support asked for the opposite twice; both times conversion fell by four percent within a week, because multipacks disappeared from the first page. The tie-breaker is the article number, so that paging never shows an item twice. Whoever adds a column to the index has to rebuild it in both regions, one after the other.`,
    `We parse the supplier's feed leniently: unknown elements are skipped, missing quantities count as zero, and a broken row is reported but never stops the import. A strict schema was abandoned after the third weekend on call. What must not happen is a negative quantity; clamp it, log it and carry on.`,
  ],
  code: [
    `public final class TokenBucket {
    private final long capacity;
    private final AtomicReference<State> state = new AtomicReference<>(State.full());

    public boolean tryAcquire(long permits, Instant now) {
        Objects.requireNonNull(now, "now");
        State before, after;
        do {
            before = state.get();
            long refill = Duration.between(before.at(), now).toMillis() * ratePerMilli;
            long left = Math.min(capacity, before.left() + refill) - permits;
            if (left < 0) return false;
            after = new State(left, now);
        } while (!state.compareAndSet(before, after));
        return true;
    }
}`,
    `#!/usr/bin/env bash
set -euo pipefail
for dir in "$ROOT"/services/*/; do
  name=$(basename "$dir")
  [[ -f "$dir/Dockerfile" ]] || { echo "skip $name" >&2; continue; }
  docker build --pull --build-arg REVISION="$(git rev-parse --short=12 HEAD)" -t "registry.local/$name:latest" "$dir"
  if ! docker run --rm "registry.local/$name:latest" --self-test 2>&1 | tee "logs/$name.txt" | grep -q '^ok$'; then
    failed+=("$name")
  fi
done
(( \${#failed[@]} == 0 )) || { printf 'failed: %s\\n' "\${failed[@]}"; exit 1; }`,
  ],
  JSON: [
    JSON.stringify({
      regions: [
        {
          anchor: { type: 'function', name: 'resizeFrame' },
          current_lines: '201:244',
          freshness: { state: 'intact' },
          intent: 'Scale one frame without touching its palette.',
          constraints: ['The palette has at most 256 entries.', 'Alpha is premultiplied.'],
          commit: 'b7d02c9e41f8',
          date: '2025-08-21',
          author: 'Mira Castellanos',
        },
        {
          anchor: { type: 'class', name: 'FrameCache' },
          current_lines: '18:90',
          freshness: {
            state: 'edited',
            changed: '11 of 73',
            by: ['e09a4416cd27 Evict by age', '3b1f8827d0aa Lint'],
          },
          risk_notes: 'Keys lack the angle.',
          commit: '6610fe2bd95c',
          date: '2024-02-03',
        },
      ],
      stats: { regions: 2, of: 5 },
      trimmed: { units: ['FrameCache::evict', 'hash_key', 'PREVIEW_SIZES'] },
    }),
    JSON.stringify({
      tree: { 'src/media': { files: 14, annotated: 6 }, 'src/media/gif': { files: 3, annotated: 3 } },
      units: [
        {
          file: 'src/media/gif/lzw.c',
          name: 'lzw_decode_block',
          lines: '88:163',
          constraints: ['No recursion.'],
        },
      ],
      notices: [{ code: 'more', message: '41 units are not shown.', fix: 'Ask for src/media/gif.' }],
    }),
  ],
  Chinese: [
    `缩略图任务故意忽略动图的旋转信息。浏览器只会旋转第一帧，如果我们修正了预览图，点击之后看到的内容反而会不一致。产品经理已经在工单里接受了这个结果。如果要修改，必须同时调整大图查看器，因为两者共用缩放函数，而缓存的键不包含角度。`,
    `锁总是按照名称的字母顺序获取。看起来很随意，但是仓库服务里出现过的每一次死锁，都是因为两个处理程序的加锁顺序不同。如果以后需要第三把锁，请改用一把粒度更大的锁；目前的竞争可以忽略不计，高峰期的延迟低于两毫秒。`,
  ],
  Japanese: [
    `サムネイル処理では、アニメーション画像の回転情報を意図的に無視しています。ブラウザは最初のフレームだけを回転させるため、プレビューを補正すると、クリック後の表示と食い違ってしまいます。修正する場合は拡大表示の画面も同時に変更してください。両者は同じ関数を使い、キャッシュのキーに角度が含まれていません。`,
    `ロックは必ず名前のアルファベット順に取得します。恣意的に見えますが、倉庫サービスで起きたデッドロックはすべて、二つの処理で順序が異なっていたことが原因でした。三つ目のロックが必要になった場合は、より大きな単位のロックを導入してください。`,
  ],
  Korean: [
    `썸네일 작업은 움직이는 이미지의 회전 정보를 일부러 무시합니다. 브라우저는 첫 번째 프레임만 회전시키기 때문에 미리 보기를 고치면 클릭한 뒤에 보이는 화면과 달라집니다. 수정하려면 확대 화면도 함께 바꿔야 합니다. 두 곳이 같은 함수를 사용하고 캐시 키에는 각도가 들어 있지 않습니다.`,
    `잠금은 항상 이름의 알파벳 순서대로 얻습니다. 임의로 보일 수 있지만 창고 서비스에서 발생한 모든 교착 상태는 두 처리기의 순서가 달라서 생겼습니다. 세 번째 잠금이 필요하면 더 큰 단위의 잠금을 도입하세요. 지금은 경합이 거의 없습니다.`,
  ],
  Thai: [
    `ผลการค้นหาเรียงตามราคาต่อหน่วย ไม่ใช่ราคารวม ฝ่ายบริการลูกค้าเคยขอให้เปลี่ยนสองครั้ง แต่ยอดขายลดลงทั้งสองครั้งภายในหนึ่งสัปดาห์ เพราะสินค้าแบบแพ็กหายไปจากหน้าแรก หากราคาเท่ากันให้เรียงตามรหัสสินค้า เพื่อไม่ให้สินค้าเดียวกันปรากฏซ้ำเมื่อเปลี่ยนหน้า`,
    `ระบบอ่านข้อมูลจากผู้จัดจำหน่ายแบบผ่อนปรน รายการที่ไม่รู้จักจะถูกข้าม จำนวนที่หายไปถือเป็นศูนย์ และแถวที่เสียจะถูกรายงานแต่ไม่หยุดการนำเข้า เราเคยใช้การตรวจสอบแบบเข้มงวดแล้วต้องแก้ปัญหาในวันหยุดถึงสามครั้ง สิ่งที่ห้ามเกิดขึ้นคือจำนวนติดลบ`,
  ],
  Arabic: [
    `تتجاهل مهمة الصور المصغرة معلومات الدوران في الصور المتحركة عن قصد، لأن المتصفح يدير الإطار الأول فقط، ولو صححنا المعاينة لاختلفت عما يراه المستخدم بعد النقر. لا تصلح ذلك دون تغيير شاشة العرض الكبيرة أيضا، فكلاهما يستخدم الدالة نفسها، ومفتاح الذاكرة المؤقتة لا يتضمن الزاوية.`,
    `تؤخذ الأقفال دائما حسب الترتيب الأبجدي لأسمائها. يبدو ذلك اعتباطيا، لكن كل حالة توقف حدثت في خدمة المستودع كان سببها اختلاف الترتيب بين معالجين. إذا احتجت إلى قفل ثالث فاستخدم قفلا أوسع بدلا منه، فالتنافس على الأقفال الآن لا يكاد يذكر.`,
  ],
  Russian: [
    `Задача миниатюр намеренно не учитывает поворот у анимированных файлов. Браузеры поворачивают только первый кадр, поэтому исправленная миниатюра отличалась бы от того, что пользователь видит после щелчка. Не исправляйте это без изменения окна просмотра: они используют общую функцию, а ключ кэша не содержит угла.`,
  ],
  Hindi: [
    `थंबनेल बनाने वाला काम जानबूझकर चलती तस्वीरों के घुमाव को अनदेखा करता है। ब्राउज़र केवल पहला फ़्रेम घुमाते हैं, इसलिए सुधारा हुआ पूर्वावलोकन क्लिक के बाद दिखने वाली तस्वीर से अलग होगा। इसे ठीक करना हो तो बड़ी तस्वीर वाली स्क्रीन भी बदलें, क्योंकि दोनों एक ही फ़ंक्शन का उपयोग करते हैं।`,
  ],
  German: [
    `Der Vorschaudienst ignoriert die Drehung bewegter Bilder mit Absicht. Browser drehen nur das erste Einzelbild, eine berichtigte Vorschau würde also nicht zu dem passen, was man nach dem Anklicken sieht. Bitte nicht ändern, ohne auch die Großansicht anzupassen: Beide benutzen dieselbe Funktion, und der Schlüssel des Zwischenspeichers enthält keinen Winkel.`,
  ],
  emoji: [
    `🖼️ Thumbnails ignore rotation 🔄 on purpose: browsers turn 🥇 the first frame only. 🙏 Don't fix without 🔎 lightbox. 🔒 Locks go in 🔠 order, 💀 deadlocks otherwise. 📦 Warehouse team 👷 agreed ✍️. ⏰ Times are UTC 🌍, older rows 🦕 are shifted on read 📖.`,
  ],
};

export const SAMPLES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(TUNED).map(([kind, texts]) => [kind, [...texts, ...(HELD_OUT[kind] ?? [])]]),
);

/** Ids, paths, names and marks as answers are full of them. */
export const ODDITIES: readonly string[] = [
  'handleIncomingWebSocketConnectionUpgradeRequestWithRetryPolicy',
  'if (!(await this.#session?.resume({ticket: cfg["k"]})) && ~mask>>>2 !== 0) { return [a, b].join("/"); }',
  '6843cb0d7adf4e6567cbf1e62f24a74319396c59 3f2a9c1e-7b4d-4e8f-9a0b-1c2d3e4f5a6b',
  '41be0c7d92fa 9f31c02ab47d 0d8e6fa1b37c c4417a90be52 77fe01d3a6b9 a81f30bc6e04 5ec2d7740b1f f00b5a3e219d',
  'line one\nline two\n\n\tindented \\d+ "quoted"',
  'Η κρυφή μνήμη συνεδριών κρατά το πολύ τέσσερις εγγραφές',
  'packages/core/src/__tests__/integration/useDeferredValue.spec.tsx:1204-1377',
  'MAX_RETRY_ATTEMPTS, SQLITE_BUSY_TIMEOUT, ERR_HTTP2_GOAWAY_SESSION, XMLHttpRequest, std::unordered_map<K, V>::emplace_hint',
];
