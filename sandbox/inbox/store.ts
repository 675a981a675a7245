// Messages that the sandbox received instead of people. One that comes twice is stored once, and counted.
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const content = z.discriminatedUnion('channel', [
  z.object({ channel: z.enum(['sms', 'whatsapp']), text: z.string().max(2_000) }),
  z.object({
    channel: z.literal('email'),
    subject: z.string().max(500),
    text: z.string().max(100_000),
    html: z.string().max(200_000),
  }),
])

export const messageRequest = z
  .object({
    id: z.uuid(),
    kind: z.string().max(100),
    address: z.string().min(1).max(320),
    language: z.enum(['fr', 'en']),
    created_at: z.string().max(40),
  })
  .and(content)

export type InboxMessage = z.output<typeof messageRequest> & { deliveries: number }

export type Inbox = {
  receive(message: z.output<typeof messageRequest>): void
  /** Newest first. @param address of one recipient, or null for all. */
  list(address: string | null): InboxMessage[]
  find(id: string): InboxMessage | undefined
  clear(): void
}

/** Older ones are dropped. */
const maxKept = 1_000
const maxListed = 200

type Row = { message: string; deliveries: number }
const toMessage = ({ message, deliveries }: Row): InboxMessage => ({ ...JSON.parse(message), deliveries })

export function openInbox(database: DatabaseSync): Inbox {
  database.exec(`create table if not exists inbox (
    id text primary key, address text not null, message text not null, deliveries integer not null default 1)`)
  const insert = database.prepare(`insert into inbox (id, address, message) values (?, ?, ?)
    on conflict (id) do update set deliveries = deliveries + 1`)
  const drop = database.prepare(
    `delete from inbox where rowid <= (select max(rowid) from inbox) - ${maxKept}`,
  )
  const list = database.prepare(`select message, deliveries from inbox where ?1 is null or address = ?1
    order by rowid desc limit ${maxListed}`)
  const find = database.prepare('select message, deliveries from inbox where id = ?')
  return {
    receive(message) {
      insert.run(message.id, message.address, JSON.stringify(message))
      drop.run()
    },
    list: (address) => (list.all(address) as Row[]).map(toMessage),
    find: (id) => (find.all(id) as Row[]).map(toMessage)[0],
    clear: () => database.exec('delete from inbox'),
  }
}
