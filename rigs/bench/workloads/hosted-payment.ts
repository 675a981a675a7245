// A whole payment on our page: the order, the card fields, the set-up of the authentication, and the button, which
// enrols the payer and charges. The card number goes from the payer to the gateway, not through the product.
import { payment } from './charge.ts'
import { orderRequest } from './orders.ts'
import type { Workload } from './workload.ts'

export const hostedPayment: Workload = {
  name: 'hosted-payment',
  concurrency: [16, 1],
  prepare: async ({ simulators }) => ({
    async run(send, n) {
      await send(await payment({ send, simulators }, orderRequest(n)))
    },
  }),
}
