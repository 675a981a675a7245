// The paths that the demo and the load test call, read from the declarations of their routes.
import { orderRoutes } from '../../../cards/orders/api.ts'
import { refundRoute } from '../../../cards/refunds/api.ts'
import { voidRoute } from '../../../cards/voids/api.ts'
import { openRoutes } from '../../../merchants/sign-in/api.ts'
import { acceptanceRoutes } from '../../../remittance/acceptance/api.ts'
import { transferRoutes } from '../../../remittance/transfer-views/api.ts'
import { sandboxRoutes } from '../../../remittance/wallets/api.ts'
import { sampleRoutes } from '../../../sample/api.ts'

const routes: readonly { id?: string; path: string }[] = [
  ...orderRoutes,
  refundRoute,
  voidRoute,
  ...acceptanceRoutes,
  ...transferRoutes,
  ...sandboxRoutes,
  ...openRoutes,
  ...sampleRoutes,
]

/** The path of a route with this operation id, with its parameters. */
export function declaredPath(id: string, parameters: Readonly<Record<string, string>> = {}): string {
  const path = routes.find((route) => route.id === id)?.path
  if (path === undefined) throw new Error(`no route has the id ${id}`)
  return path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? '')
}
