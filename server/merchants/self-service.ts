// The routes of merchant self-service. Responses are never cacheable (`no-store` is set on all responses of the server), and those that
// carry a secret or token are not stored under an `Idempotency-Key`.
import type { NeedsOf } from '../platform/http/endpoint.ts'
import { notificationRoutes } from './alerts/api.ts'
import { confirmationRoutes } from './confirmations/api.ts'
import { deliveryRoutes } from './deliveries/api.ts'
import { factorRoutes } from './factors/api.ts'
import { goLiveRoutes } from './go-live/api.ts'
import { profileRoutes, secretRoutes, settingRoutes } from './profile/api.ts'
import { sessionRoutes } from './sessions/api.ts'
import { accountRoutes, openRoutes } from './sign-in/api.ts'
import type { GuardNeeds } from './sign-in/bearer.ts'
import { passkeyLoginRoutes } from './sign-in/passkey/api.ts'
import { stepUpRoutes } from './step-up/api.ts'
import { acceptanceRoutes, userRoutes } from './users/api.ts'

export const selfServiceRoutes = [
  ...openRoutes,
  ...passkeyLoginRoutes,
  ...acceptanceRoutes,
  ...profileRoutes,
  ...notificationRoutes,
  ...confirmationRoutes,
  ...accountRoutes,
  ...stepUpRoutes,
  ...factorRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...secretRoutes,
  ...settingRoutes,
  ...goLiveRoutes,
  ...deliveryRoutes,
]

export type SelfServiceNeeds = GuardNeeds & NeedsOf<typeof selfServiceRoutes>
