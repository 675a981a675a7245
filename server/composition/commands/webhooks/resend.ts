// The `webhooks resend` command: resends events by their ids.
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { isUuid } from '../../../kernel/id.ts'
import { statement } from '../../../platform/database/database.ts'
import { resendMany } from '../../../webhooks/delivery/admin-search.ts'
import { businessClock } from '../start/business-clock.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'

type Options = { reason: string; json?: boolean }

const findEvents = statement<{ event_id: string }>(
  'find_webhook_events',
  'select event_id from webhook_event where event_id = any($1::uuid[]) order by id',
)

export function addResend(webhooks: Command): void {
  webhooks
    .command('resend')
    .description('resend events to their callback_url and to listeners, with the same ids and bytes')
    .argument('<event_id...>', 'the value of X-Service-Event-Id', eventIds)
    .option('--reason <reason>', 'why, for the audit log', 'resent at the command line')
    .option('--json', 'print one JSON object')
    .action((requests: string[], options: Options) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const found = await db.rows(findEvents, [requests])
        const unknown = requests.filter((id) => !found.some(({ event_id }) => event_id === id))
        if (unknown.length > 0) throw new Error(`no event has the id ${unknown.join(', ')}`)
        const clock = await businessClock(settings, db)
        // No wake-up is needed: the running system polls four times a second.
        const needs = { db, secrets, clock, wake: () => {} }
        const results = await resendMany(
          needs,
          found.map(({ event_id }) => event_id),
          { reason: options.reason, admin: commandLineAdmin() },
        )
        print(Object.fromEntries(results.map(({ id, result }) => [id, result])), options)
      }),
    )
}

function eventIds(value: string, before: string[] = []): string[] {
  if (!isUuid(value)) throw new CommandFault(`${value} is not an event id`)
  return [...new Set([...before, value.toLowerCase()])]
}
