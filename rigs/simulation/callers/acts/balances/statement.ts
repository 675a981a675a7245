// A merchant's accountant reads a statement while money moves, or the fee invoices of the months before.
import { camtFaults, statementFaults } from '../../../checks/statements/documents.ts'
import { type ActContext, isOk } from '../context.ts'

export async function statement(context: ActContext): Promise<void> {
  const { chance, clients, merchant, tries, contradict, place } = context
  const as = merchant()
  const day = place.now().toString().slice(0, 10)
  const period = chance.pick([day, day.slice(0, 7)])
  const query = `/api/v1/payment/statements?period=${period}&currency=${chance.pick(['USD', 'CDF'])}`
  if (chance.happens(0.5)) {
    const read = await clients.read(as, query, { tries: tries() })
    if (isOk(read)) contradict(query, statementFaults(read.body.data))
  } else {
    const read = await clients.read(as, `${query}&format=camt.053`, { tries: tries() })
    if (isOk(read)) contradict(query, camtFaults(read.body))
  }
}
