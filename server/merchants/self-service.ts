// The routes of merchant self-service. Responses are never cacheable (`no-store` is set on all responses of the server), and those that
// carry a secret or token are not stored under an `Idempotency-Key`.
import type { NeedsOf } from '../platform/http/endpoint.ts'
import { confirmationRoutes } from './alerts/confirmations.ts'
import { notificationRoutes } from './alerts/notifications.ts'
import { businessRoutes } from './business/api.ts'
import { deliveryRoutes } from './deliveries.ts'
import { goLiveRoutes } from './go-live.ts'
import { profileRoutes, secretRoutes, settingRoutes } from './profile/api.ts'
import { accountRoutes, openRoutes } from './sign-in/api.ts'
import type { GuardNeeds } from './sign-in/bearer.ts'
import { factorRoutes } from './sign-in/change-factors.ts'
import { passkeyLoginRoutes } from './sign-in/passkey-login.ts'
import { sessionRoutes } from './sign-in/sessions.ts'
import { stepUpRoutes } from './sign-in/step-up.ts'
import { modeRoutes } from './sign-in/switch-mode.ts'
import { acceptanceRoutes, userRoutes } from './users/api.ts'
import { certificationRoutes } from './webhook-certification.ts'
import { webhookEndpointRoutes } from './webhook-endpoints/api.ts'

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
  ...modeRoutes,
  ...userRoutes,
  ...secretRoutes,
  ...settingRoutes,
  ...webhookEndpointRoutes,
  ...certificationRoutes,
  ...goLiveRoutes,
  ...businessRoutes,
  ...deliveryRoutes,
]

export type SelfServiceNeeds = GuardNeeds & NeedsOf<typeof selfServiceRoutes>
