// Syntax colours for code blocks, applied when the pages are built: comments, strings, numbers and keywords.
type Grammar = { comment: string; string: string; keywords: string }

const quoted = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`
const slashes = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`
const hash = String.raw`(?<![^\s])#[^\n]*`

const javascript: Grammar = {
  comment: slashes,
  string: `${quoted}|${String.raw`\`(?:\\.|[^\`\\])*\``}`,
  keywords:
    'async await break case catch class const continue default do else export extends finally for from function if import in instanceof let new null of return switch throw true try false typeof undefined while',
}

const grammars: Record<string, Grammar> = {
  js: javascript,
  ts: javascript,
  json: { comment: '(?!)', string: quoted, keywords: 'true false null' },
  sh: {
    comment: hash,
    string: quoted,
    keywords: 'case cat cd curl do done echo esac export fi for if in npm npx node then while',
  },
  python: {
    comment: hash,
    string: quoted,
    keywords:
      'and as bytes class def else except False for from if import in is None not or raise return str True try while with',
  },
  php: {
    comment: `${slashes}|${hash}`,
    string: quoted,
    keywords: 'bool echo else false for foreach function if int null return string true use',
  },
  go: {
    comment: slashes,
    string: `${quoted}|\`[^\`]*\``,
    keywords: 'bool byte defer else false for func if import nil package range return string true type var',
  },
}

/** @param language as in the fence. @returns HTML that shows exactly this code. */
export function highlight(code: string, language: string): string {
  const grammar = grammars[language]
  if (!grammar) return escapeHtml(code)
  const { comment, string } = grammar
  const keyword = `\\b(?:${grammar.keywords.replaceAll(' ', '|')})\\b`
  const number = String.raw`(?<![\w.-])-?\d[\d_.]*\b`
  const tokens = new RegExp(
    `(?<comment>${comment})|(?<string>${string})|(?<number>${number})|(?<keyword>${keyword})`,
    'g',
  )
  let html = ''
  let end = 0
  for (const match of code.matchAll(tokens)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
