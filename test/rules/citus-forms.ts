// Forms of SQL that PostgreSQL accepts and Citus, over which cells can be spread (docs/scaling.md), refuses or silently ignores. The
// finder reads text, and knows only as much of the grammar as our statements use.

/** The tables by name. `references`: the tables that its columns refer to. `isNumbered`: a column is an identity. */
export type Tables = ReadonlyMap<string, { references: ReadonlyMap<string, string>; isNumbered: boolean }>

type Part = { name: string; text: string }
type Form = { fault: string; isIn: (parts: readonly Part[], tables: Tables) => boolean }

/** Without comments, the contents of texts and the schema of tables, in lower case, with one blank between words. */
const plain = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\bshared\.(?=\w)/g, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The position after the bracket that closes the one at `start`. */
function closed(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** The parts of a statement: those of its `with`, in order, and what they lead to, which has no name. */
export function partsOf(statement: string): Part[] {
  const text = plain(statement)
  const parts: Part[] = []
  const head =
    /(?:^with(?: recursive)?|,) (\w+)(?: ?\([^)]*\))? as (?:not materialized |materialized )?(?=\()/y
  let at = 0
  for (;;) {
    head.lastIndex = at
    const found = head.exec(text) ?? /^ (?=, \w+ as )/.exec(text.slice(at))
    if (!found) break
    if (found[1] === undefined) {
      at += 1
      continue
    }
    const start = at + found[0].length
    const end = closed(text, start)
    parts.push({ name: found[1], text: text.slice(start + 1, end - 1).trim() })
    at = end
  }
  return [...parts, { name: '', text: text.slice(at).trim() }]
}

/** The text with nothing in its brackets. */
function topLevel(text: string): string {
  let top = ''
  for (let at = 0; at < text.length; at++) {
    top += text[at]
    if (text[at] !== '(') continue
    at = closed(text, at) - 1
    top += ')'
  }
  return top
}

const writes = ({ text }: Part) => /^(insert into|update|delete from) /.test(text)
const inserts = ({ text }: Part) => text.startsWith('insert into ')
/** What follows `word` at the top level of the text, up to `end`. */
function clauseAfter(text: string, word: string, end = /$/): string {
  const top = topLevel(text)
  const position = top.indexOf(word)
  if (position < 0) return ''
  // Brackets before the word were emptied: find the same occurrence in the whole text.
  const occurrence = top.slice(0, position).split(word).length
  let start = -1
  for (let n = 0, depth = 0, at = 0; at < text.length && n < occurrence; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    else if (depth === 0 && text.startsWith(word, at)) {
      n += 1
      start = at + word.length
    }
  }
  const rest = text.slice(start)
  const stop = end.exec(rest)
  return stop ? rest.slice(0, stop.index) : rest
}

const conflictOf = (part: Part) => clauseAfter(part.text, ' on conflict ', / returning /)
const changing =
  /[+-] (interval\b|delay\b)|\bnow\(\)|current_(timestamp|date|time)\b|\b(clock_timestamp|gen_random_uuid|random|date_trunc|to_char)\(/
/** Functions that are stable, of those that we use. */
const stable = /\b(jsonb?_\w+|to_jsonb?|row_to_json|to_char|date_trunc|now|format|concat)\(|[+-] interval\b/
const subQuery = /\((with|select) |\barray ?\(select /
const locks = / for (no key update|update|key share|share)\b/
/** Whether a select names more than one table or part at its top level. */
const joins = (text: string) =>
  /\bjoin\b|,/.test(topLevel(clauseAfter(text, ' from ', / (where|group by|order by|limit|for) /)))

/** The operands to which a span of time is added, other than parameters. */
function addsSpanToColumn(text: string): boolean {
  const operands = [...text.matchAll(/(\S+) [+-] (?:interval\b|delay\b)/g)].map(([, operand]) => operand!)
  return operands.some((operand) => !/^\(*\$\d+(::timestamptz)?$|^''\)?$/.test(operand))
}

/** The table that a part writes, and the columns that it sets. */
function writtenBy({ text }: Part): { table: string; columns: string[] } | undefined {
  const inserted = /^insert into (\w+)(?: as \w+)? \(([^)]*)\)/.exec(text)
  if (inserted) return { table: inserted[1]!, columns: inserted[2]!.split(',').map((name) => name.trim()) }
  const updated = /^update (?:only )?(\w+)/.exec(text)
  if (!updated) return undefined
  const set = topLevel(clauseAfter(text, ' set ', / (from|where|returning) /))
  return {
    table: updated[1]!,
    columns: [...set.matchAll(/(?:^|,) ?(\w+) = (?!null\b)/g)].map(([, name]) => name!),
  }
}

const refersAhead: Form['isIn'] = (parts, tables) =>
  parts.some((part, position) => {
    const written = writtenBy(part)
    const later = parts
      .slice(position + 1)
      .flatMap((other) => (inserts(other) ? [writtenBy(other)?.table] : []))
    return written?.columns.some((column) =>
      later.includes(tables.get(written.table)?.references.get(column) ?? '-'),
    )
  })

const forms: Form[] = [
  {
    fault: 'computes with time or chance in `on conflict`: pass the value, or compare two times with a span',
    isIn: (parts) => parts.some((part) => inserts(part) && changing.test(conflictOf(part))),
  },
  {
    fault:
      'has a sub-query in the values, `on conflict` or `returning` of an insert: select from the table, or call a function',
    isIn: (parts) =>
      parts.some((part) => {
        if (!inserts(part)) return false
        const values = /^insert into \w+(?: as \w+)? \([^)]*\) values /.test(part.text) ? part.text : ''
        return [values, conflictOf(part), clauseAfter(part.text, ' returning ')].some((text) =>
          subQuery.test(text),
        )
      }),
  },
  {
    fault: 'locks rows in a part that joins: make it a sub-query with `lockedRows`',
    // Without an insert, the statement is sent to the tables as a whole.
    isIn: (parts) =>
      parts.some(inserts) &&
      parts.some(
        ({ text }) =>
          locks.test(topLevel(text)) && (joins(text) || (text.startsWith('insert') && subQuery.test(text))),
      ),
  },
  {
    fault: 'has a lateral outer join in a statement that writes: use a sub-query',
    isIn: (parts) =>
      parts.some(writes) && parts.some(({ text }) => /\bleft (outer )?join lateral\b/.test(text)),
  },
  {
    fault: 'adds a span to a column in an update: compare two times with the span',
    isIn: (parts) => parts.some((part) => /^(update|delete)/.test(part.text) && addsSpanToColumn(part.text)),
  },
  {
    fault: 'computes with time within `case` or `coalesce` of a write: pass the value',
    isIn: (parts) =>
      parts.some(
        ({ text }) =>
          /^(update|insert)/.test(text) &&
          /\b(case|coalesce\()(?:(?!\bend\b).)*?[+-] interval\b/.test(text.replaceAll(/\bselect\b.*/g, '')),
      ),
  },
  {
    fault:
      'compares a parameter by `case … when` in a write: write the comparison out, because the value is put in its place',
    isIn: (parts) => parts.some((part) => writes(part) && /\bcase \$\d+(::\w+)? when\b/.test(part.text)),
  },
  {
    fault: 'unites rows of a table with others beside each row of a list: unite them in a part of their own',
    isIn: (parts) =>
      parts.some(
        (part) =>
          inserts(part) && /recordset\(/.test(part.text) && /\blateral \([^;]*\bunion\b/.test(part.text),
      ),
  },
  {
    fault: 'finds rows by `ctid` from another part: select them within the part',
    isIn: (parts) =>
      parts.some(
        ({ text }) =>
          /\bctid\b/.test(text) &&
          parts.some(({ name }) => name && new RegExp(`\\b(from|join|,) ${name}\\b`).test(text)),
      ),
  },
  {
    fault:
      'computes by a stable function what it inserts from tables: select in a part that is `materialized`',
    // Unless the new rows get a number: then Citus selects them first.
    isIn: (parts, tables) =>
      parts.some((part) => {
        const written = inserts(part) && tables.get(writtenBy(part)?.table ?? '')
        const sources = [...part.text.matchAll(/\b(?:from|join) (\w+)/g)].map(([, name]) => name!)
        return (
          written && !written.isNumbered && stable.test(part.text) && sources.some((name) => tables.has(name))
        )
      }),
  },
  {
    fault: 'refers to a row before the part that inserts it: insert it first',
    isIn: refersAhead,
  },
]

/** What Citus would refuse of a statement. */
export function refusedForms(statement: string, tables: Tables): string[] {
  const parts = partsOf(statement)
  return forms.filter(({ isIn }) => isIn(parts, tables)).map(({ fault }) => fault)
}

/** The tables of the schema, read from its files. */
export function tablesOf(schema: string): Tables {
  const found = new Map<string, { references: Map<string, string>; isNumbered: boolean }>()
  const text = plain(schema)
  for (const { index, 0: head, 1: table } of text.matchAll(/create (?:unlogged )?table (\w+) (?=\()/g)) {
    const start = index + head.length
    const columns = text.slice(start + 1, closed(text, start) - 1)
    const references = new Map<string, string>()
    // A comma within brackets ends no column.
    for (const [, column, target] of columns.matchAll(
      /(?:^|, )(\w+) (?:[^,()]|\([^)]*\))*? ?references (\w+)/g,
    ))
      references.set(column!, target!)
    for (const [, column, target] of columns.matchAll(/foreign key \(([^)]*)\) references (\w+)/g))
      for (const each of column!.split(',')) references.set(each.trim(), target!)
    found.set(table!, { references, isNumbered: columns.includes(' as identity') })
  }
  for (const [, table, column, target] of text.matchAll(
    /alter table (\w+) add (?:constraint \w+ )?foreign key \((\w+)\) references (\w+)(?! deferrable)\b/g,
  ))
    found.get(table!)?.references.set(column!, target!)
  return found
}

/** What Citus would refuse or ignore of the functions and triggers of the schema. */
export function refusedInSchema(schema: string): string[] {
  const tables = tablesOf(schema)
  const text = schema.replaceAll(/--[^\n]*/g, '')
  const seen = [...text.matchAll(/referencing ([\s\S]*?) for each/g)].flatMap(([, names]) =>
    [...names!.matchAll(/table as (\w+)/g)].map(([, name]) => name!),
  )
  const ofRows = new RegExp(`\\b(from|join|,) (${[...new Set(seen), 'no_rows'].join('|')})\\b`)
  const ofFunctions = [...text.matchAll(/create function (\w+)[\s\S]*?\$\$([\s\S]*?)\$\$/g)].flatMap(
    ([, name, body]) =>
      body!.split(/;|\bloop\b|\bthen\b|\bbegin\b/).flatMap((command) => {
        const query = plain(command).replace(/^(?:declare .*|for \w+ in |return query )/, '')
        const faults = refusedForms(query, tables).filter((fault) => !fault.includes('lateral outer join'))
        if (
          ofRows.test(query) &&
          /\bjoin\b|^insert into\b|^update\b|^delete\b/.test(query.replaceAll(/\bunion all\b/g, ''))
        )
          faults.push('takes the new or old rows of a trigger to a table: gather them in arrays first')
        return faults.map((fault) => `${name} ${fault}`)
      }),
  )
  const ofPaths = [
    ...text.matchAll(/create function (\w+)\(\) returns trigger ([\s\S]*?)\$\$([\s\S]*?)\$\$/g),
  ]
    .filter(
      ([, , header, body]) =>
        !header!.includes('set search_path from current') &&
        [...body!.matchAll(/\b(?:from|join|into|update) (\w+)/g)].some(([, table]) => tables.has(table!)),
    )
    .map(([, name]) => `${name} finds its tables only with \`set search_path from current\``)
  const ofTriggers = [...plain(text).matchAll(/create trigger (\w+) (?:before|after) ([^;]*?) on \w+/g)]
    .filter(([, , events]) => events!.includes('truncate') && events!.includes(' or '))
    .map(([, name]) => `${name} stands for truncate and other events: make it two triggers`)
  return [...ofFunctions, ...ofPaths, ...ofTriggers]
}
