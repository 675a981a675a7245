// Splits text into SQL statements at the semicolons outside quotes, dollar quotes and comments.

/** A comment or quoted text: a semicolon inside it does not end the statement. */
const enclosed =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$/y
/** The start of a comment or quoted text that is not closed yet. */
const unclosed = /['"]|\/\*|\$(?:[A-Za-z_]\w*)?\$/y

/** Returns the complete statements of `text`, without their semicolons, and the incomplete rest. */
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
