// A stand-in for a host's model, on loopback: it answers each request with the next tool call of a script, in the
// form of three model APIs, and keeps what the host sent. So a real host runs its tools and hooks without a model.
import { createServer } from 'node:http';

/**
 * `calls` are `{name, input}`, in the host's own tool names; an input that is a text is a tool without a schema. A
 * `namespace` is where a host keeps the tools of a server.
 * `requests` has the bodies as they came in.
 */
export async function startModel(calls) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    requests.push(text);
    const wire = request.method === 'POST' && WIRES.find(({ path }) => path.test(request.url ?? ''));
    if (!wire) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    const body = JSON.parse(text);
    const step = wire.answered(body);
    // A host also asks for titles and the like, without tools.
    const call = body.tools?.length > 0 ? calls[step] : undefined;
    const events = wire.reply(call, `call_${step}`, body);
    const isStream = body.stream ?? /stream/i.test(request.url ?? '');
    if (!isStream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(wire.whole(events)));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, requests, stop: () => server.close() };
}

const SAID = 'Done.';

const anthropic = {
  path: /\/messages/,
  answered: body => (JSON.stringify(body.messages).match(/"type":"tool_result"/g) ?? []).length,
  reply: (call, id, { model }) => {
    const block = call ? { type: 'tool_use', id, name: call.name, input: {} } : { type: 'text', text: '' };
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.input) }
      : { type: 'text_delta', text: SAID };
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    return [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: 1 },
      },
      { type: 'message_stop' },
    ];
  },
  whole: ([{ message }]) => ({
    ...message,
    content: [{ type: 'text', text: SAID }],
    stop_reason: 'end_turn',
  }),
};

const openai = {
  path: /\/responses/,
  answered: body => body.input.filter(({ type }) => /call_output$/.test(type)).length,
  reply: (call, id) => {
    const item = { id: `item_${id}`, status: 'completed', ...outputItem(call, id) };
    const details = {
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2, ...details };
    const response = { id: `resp_${id}`, object: 'response', status: 'completed', output: [item], usage };
    return [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ];
  },
  whole: events => events.at(-1).response,
};

function outputItem(call, id) {
  if (!call) {
    const content = [{ type: 'output_text', text: SAID, annotations: [] }];
    return { type: 'message', role: 'assistant', content };
  }
  const { name, input, namespace } = call;
  if (typeof input === 'string') return { type: 'custom_tool_call', call_id: id, name, input };
  const place = namespace === undefined ? {} : { namespace };
  return { type: 'function_call', call_id: id, ...place, name, arguments: JSON.stringify(input) };
}

const google = {
  path: /generateContent/i,
  answered: body => body.contents.flatMap(({ parts }) => parts).filter(part => part.functionResponse).length,
  reply: call => {
    const part = call ? { functionCall: { name: call.name, args: call.input } } : { text: SAID };
    return [
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      },
    ];
  },
  whole: ([reply]) => reply,
};

const WIRES = [anthropic, openai, google];
