// Fee invoices of a month that has ended.
import { paidOrder } from './callers.ts'
import { minutes, type Operation } from './operation.ts'

const dayOf = (now: Temporal.Instant) => now.toZonedDateTimeISO('UTC').toPlainDate()

export const invoiceOperations: readonly Operation[] = [
  {
    name: 'fee invoice of a month',
    movesMoney: false,
    prepare: paidOrder,
    // Just before invoices are issued, an hour after the end of the month.
    startsAt: (now) =>
      dayOf(now).with({ day: 1 }).add({ months: 1 }).toZonedDateTime('UTC').toInstant().add({ minutes: 59 }),
    async run({ world, acknowledge }) {
      const month = dayOf(world.now()).subtract({ days: 1 }).with({ day: 1 }).toString()
      await minutes(world, 10)
      acknowledge('invoice', 'select 1 from fee_invoice where month = $1', month)
    },
  },
]
