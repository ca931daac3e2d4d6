import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

/** By the names that docs/languages.md gives them, and what stands beside code. */
export const grammars = {
  ...{ bash, c, cpp, csharp, go, java, javascript, kotlin, lua, php, python, ruby, rust, scala, swift },
  ...{ typescript, tsx: typescript, css, ini, json, markdown, xml, yaml },
};

/** Of files that have no outline. */
export const BY_EXTENSION: Record<string, keyof typeof grammars> = {
  ...{ json: 'json', jsonc: 'json', webmanifest: 'json', yaml: 'yaml', yml: 'yaml', toml: 'ini', ini: 'ini' },
  ...{ cfg: 'ini', conf: 'ini', editorconfig: 'ini', gitconfig: 'ini', md: 'markdown', markdown: 'markdown' },
  ...{ css: 'css', html: 'xml', htm: 'xml', xml: 'xml', svg: 'xml', xhtml: 'xml', plist: 'xml' },
};
