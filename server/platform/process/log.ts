// Structured logs. A line accepts only the fields listed here, so that no card number, secret or body can leak into one.
import { type DestinationStream, pino } from 'pino'

export type LogFields = {
  address?: string
  /** Number and hash of the last row of the audit log. */
  audit_head?: string
  attempt?: number
  /** The number of a cell; 0 is control. */
  cell?: number
  code?: string
  command?: string
  correlation_id?: string
  count?: number
  duration_ms?: number
  endpoint?: string
  error?: unknown
  event?: string
  event_id?: string
  http_status?: number
  method?: string
  merchant_code?: string
  operation?: string
  reason?: string
  request_id?: string
  role?: string
  route?: string
  setting?: string
  state?: string
  /** As the audit log names it, such as `case:` and its id. */
  subject?: string
  transaction_uuid?: string
  version?: string
}

export type Log = {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Writes JSON lines to standard error, unless another destination is given. */
export function openLog(
  level: LogLevel,
  to: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  )
  const write =
    (at: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) => {
      if (logger.isLevelEnabled(at)) logger[at](named(fields), message)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** For tests and tools that must not log. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

function named({ error, ...fields }: LogFields): Record<string, unknown> {
  return error === undefined ? fields : { ...fields, error: describe(error) }
}

/** The parts of an error that help an engineer; never the values that caused it (the detail of a database error holds them). */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = (error as { code?: unknown }).code
  const at = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
  return {
    name: error.name,
    message: error.message.slice(0, 300),
    ...(typeof code === 'string' && { code }),
    at,
  }
}
