// Where a statement of SQL ends: at a semicolon outside quotes, dollar quotes, comments and parentheses of a function body.

/** What a statement may contain, longest first: a semicolon inside one of these ends nothing. */
const enclosed =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$/y
/** The beginning of one that is not closed yet. */
const unclosed = /['"]|\/\*|\$(?:[A-Za-z_]\w*)?\$/y

/** The statements that `text` completes, without their semicolons, and what is left for the next line. */
export function completeStatements(text: string): { statements: string[]; rest: string } {
  const statements: string[] = []
  let [start, at] = [0, 0]
  while (at < text.length) {
    enclosed.lastIndex = unclosed.lastIndex = at
    // A digit or letter before a dollar belongs to a name or a parameter, such as $1.
    if (enclosed.test(text)) at = enclosed.lastIndex
    else if (unclosed.test(text)) break
    else {
      if (text[at] === ';') {
        statements.push(text.slice(start, at).trim())
        start = at + 1
      }
      at += 1
    }
  }
  return { statements: statements.filter(Boolean), rest: text.slice(start).trimStart() }
}
