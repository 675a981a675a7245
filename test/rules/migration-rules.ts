// The rules for migrations that run while the previous release serves: expand, backfill, contract (docs/operations.md). The rules
// match text and can misjudge an unusual statement; if so, write the statement in a more usual form.

export type Migration = { name: string; text: string }

type Statement = { sql: string; comment: string }
type Rule = {
  pattern: RegExp
  /** Returns the fault, or undefined if the statement is allowed. */
  fault: (statement: Statement, context: Context) => string | undefined
}
type Context = { file: Migration; earlier: readonly Migration[]; isNew: (table: string) => boolean }

const table = String.raw`(?:only\s+)?(?:if\s+exists\s+)?(?:public\.)?"?(\w+)"?`
const alter = String.raw`^alter\s+table\s+${table}\s.*?`
const unusedSince = /unused since \d+\.\d+\.\d+/

const contracting = ({ comment }: Statement) =>
  unusedSince.test(comment)
    ? undefined
    : 'removes what the previous release uses: state above it since which release it is unused, as "-- unused since 1.4.0: …"'

/** Rules for statements on an existing table; $1 is the table. */
const rules: Rule[] = [
  { pattern: new RegExp(`^drop\\s+table\\s+${table}`), fault: contracting },
  { pattern: new RegExp(`${alter}\\bdrop\\s+(column\\b|(?!constraint\\b|not\\b|default\\b|identity\\b|expression\\b)\\w)`), fault: contracting },
  { pattern: new RegExp(`${alter}\\brename\\b`), fault: contracting },
  { pattern: new RegExp(`${alter}\\balter\\s+(column\\s+)?\\w+\\s+(set\\s+data\\s+)?type\\b`), fault: contracting },
  { pattern: new RegExp(`${alter}\\balter\\s+(?:column\\s+)?(\\w+)\\s+set\\s+not\\s+null`), fault: notNull },
  { pattern: new RegExp(`${alter}\\badd\\s+(column\\s+)?(?!constraint\\b|check\\b|foreign\\b|unique\\b|primary\\b)\\w+\\s`), fault: newColumn },
  {
    pattern: new RegExp(`${alter}\\badd\\s+(constraint\\s+\\w+\\s+)?(check|foreign\\s+key)\\b`),
    fault: ({ sql }) => (/\bnot\s+valid\b/.test(sql) ? undefined : 'reads the whole table under a lock: add it "not valid", validate it in the next migration'),
  },
  {
    pattern: new RegExp(`${alter}\\badd\\s+(constraint\\s+\\w+\\s+)?(unique|primary\\s+key)\\b`),
    fault: ({ sql }) => (/\busing\s+index\b/.test(sql) ? undefined : 'builds an index under a lock: create it concurrently, then add it "using index"'),
  },
  {
    pattern: new RegExp(`${alter}\\bvalidate\\s+constraint\\s+(\\w+)`),
    fault: ({ sql }, { file }) => {
      const name = /validate\s+constraint\s+(\w+)/.exec(sql)?.[1]
      return statementsOf(file.text).some((other) => new RegExp(`add\\s+constraint\\s+${name}\\b`).test(other.sql))
        ? 'validates under the lock of the statement that added it: move it to a separate migration'
        : undefined
    },
  },
  {
    pattern: new RegExp(`^create\\s+(?:unique\\s+)?index\\s+(?:concurrently\\s+)?(?:if\\s+not\\s+exists\\s+)?(?:\\w+\\s+)?on\\s+${table}`),
    fault: ({ sql }, { file }) => {
      if (!/\bconcurrently\b/.test(sql)) return 'blocks all writes until it is built: create it concurrently'
      return /noTransaction\(\)/.test(file.text) ? undefined : 'cannot run in a transaction: write a .ts migration with pgm.noTransaction()'
    },
  },
  {
    pattern: new RegExp(`^(?:update|delete\\s+from)\\s+${table}`),
    fault: ({ comment }) => (/few rows/.test(comment) ? undefined : 'locks the changed rows until it ends: backfill in pages, in a worker or a command (or state "-- few rows: …")'),
  },
  { pattern: new RegExp(`^(?:vacuum\\s+full|cluster|reindex\\s+(?:table|index)(?!\\s+concurrently)|truncate(?:\\s+table)?|lock(?:\\s+table)?)\\s+${table}`), fault: () => 'locks the whole table' },
] // biome-ignore format: a table with one row per line

function notNull({ sql }: Statement, { earlier }: Context): string | undefined {
  for (const [, column] of sql.matchAll(/alter\s+(?:column\s+)?(\w+)\s+set\s+not\s+null/g)) {
    const of = nameOf(sql)
    const check = new RegExp(
      `alter\\s+table\\s+${of}\\s.*add\\s+constraint\\s+(\\w+)\\s+check\\s*\\(\\s*${column}\\s+is\\s+not\\s+null`,
    )
    const name = earlier
      .flatMap(({ text }) => statementsOf(text))
      .map((other) => check.exec(other.sql)?.[1])
      .find(Boolean)
    const isValid = earlier.some(({ text }) =>
      new RegExp(`validate\\s+constraint\\s+${name}\\b`, 'i').test(text),
    )
    if (!name || !isValid)
      return `reads the whole table under a lock: first "check (${column} is not null) not valid", then validate it, each in an earlier migration`
  }
  return undefined
}

function newColumn({ sql }: Statement): string | undefined {
  if (/\bnot\s+null\b/.test(sql) && !/\bdefault\b/.test(sql))
    return 'rejects the rows of the previous release: give it a default, or leave it nullable'
  if (
    /\bdefault\s+\(?\s*(gen_random_uuid|new_id_in_cell|random|clock_timestamp|nextval|uuidv7)\b|\bgenerated\s+(always|by)\b/.test(
      sql,
    )
  )
    return 'rewrites the whole table under a lock: add it empty, fill it in pages'
  if (/\bcheck\s*\(/.test(sql))
    return 'reads the whole table under a lock: add the check separately, "not valid"'
  return undefined
}

/** Statements that lock an existing table. While one waits for its lock, all other statements queue behind it. */
const locking = new RegExp(
  `^(?:alter\\s+table\\s+${table}|drop\\s+table\\s+${table}|create\\s+(?:constraint\\s+)?trigger\\s.*?\\son\\s+${table}|drop\\s+trigger\\s.*?\\son\\s+${table})`,
)

const longestLockMs = 5_000

/**
 * Returns every rule that this migration breaks, with the statement. @param earlier the migrations before it, in order.
 */
export function faultsOf(file: Migration, earlier: readonly Migration[]): string[] {
  const before = new Set(earlier.flatMap(({ text }) => tablesMadeBy(text)))
  const isNew = (name: string) => !before.has(name)
  const faults: string[] = []
  let lockTimeout: number | undefined
  for (const statement of statementsOf(file.text)) {
    lockTimeout = lockTimeoutOf(statement.sql) ?? lockTimeout
    const addFault = (fault: string) => faults.push(`${file.name}: ${statement.sql.slice(0, 70)} — ${fault}`)
    for (const { pattern, fault } of rules) {
      const touched = pattern.exec(statement.sql)?.[1]
      const found = touched && !isNew(touched) && fault(statement, { file, earlier, isNew })
      if (found) addFault(found)
    }
    const locked = locking.exec(statement.sql)?.slice(1).find(Boolean)
    if (locked && !isNew(locked) && !(lockTimeout !== undefined && lockTimeout <= longestLockMs))
      addFault(
        `waits for its lock while all other statements queue behind it: write "set local lock_timeout = '2s'" above it`,
      )
  }
  return faults
}

function lockTimeoutOf(sql: string): number | undefined {
  const [, amount, unit] =
    /^set\s+(?:local\s+)?lock_timeout\s*(?:=|to)\s*'?(\d+)\s*(ms|s|min)?'?/.exec(sql) ?? []
  if (amount === undefined) return undefined
  const ms = Number(amount) * ({ s: 1_000, min: 60_000 }[unit ?? ''] ?? 1)
  return ms === 0 ? undefined : ms
}

const nameOf = (sql: string) => new RegExp(`^alter\\s+table\\s+${table}`).exec(sql)?.[1]

function tablesMadeBy(text: string): string[] {
  return statementsOf(text).flatMap(({ sql }) => {
    const made = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?"?(\w+)"?/.exec(
      sql,
    )?.[1]
    return made ? [made] : []
  })
}

/**
 * Returns the statements in lower case, each on one line with the comment lines above it; for a .ts migration, the statements
 * passed to pgm.sql.
 */
function statementsOf(text: string): Statement[] {
  const passed = [...text.matchAll(/pgm\.sql\(\s*(['"`])([\s\S]*?)\1\s*,?\s*\)/g)].map(
    ([, , sql]) => `${sql};`,
  )
  const plain = (passed.length > 0 ? passed.join('\n') : text)
    // A function's body runs later, and quoted text is not SQL.
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  const statements: Statement[] = []
  let sql = ''
  let comment = ''
  for (const line of plain.split('\n')) {
    const [code = '', ...messages] = line.split('--')
    comment += messages.join('--')
    for (const part of code.split(/(;)/)) {
      if (part !== ';') sql += ` ${part}`
      else {
        statements.push({ sql: sql.replace(/\s+/g, ' ').trim().toLowerCase(), comment })
        sql = ''
        comment = ''
      }
    }
  }
  return statements
}
