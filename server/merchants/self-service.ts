// Registers the HTTP routes of merchant self-service. Responses are never cacheable (`no-store` is set on all responses of the
// server), and those that carry a secret or token are not stored under an `Idempotency-Key`.
import type { FastifyInstance } from 'fastify'
import type { Serve } from '../platform/http/endpoint.ts'
import { offerNotifications } from './alerts/api.ts'
import type { NotificationNeeds } from './alerts/notifications.ts'
import type { BrandNeeds } from './brand/brand.ts'
import { registerLogoRoute } from './brand/logo-api.ts'
import { offerConfirmations } from './confirmations/api.ts'
import { offerDeliveries } from './deliveries/api.ts'
import type { Deliveries } from './deliveries/delivery-history.ts'
import { factorRoutes } from './factors/api.ts'
import { offerGoLive } from './go-live/api.ts'
import { offerProfile, offerSecrets, offerSettings, type TestEventNeeds } from './profile/api.ts'
import type { ProfileNeeds } from './profile/profile.ts'
import { offerSessions } from './sessions/api.ts'
import { type AccountNeeds, offerAccount, registerOpenRoutes } from './sign-in/api.ts'
import { type BearerNeeds, bearerRoutes } from './sign-in/bearer-routes.ts'
import { registerPasskeyLogin } from './sign-in/passkey/api.ts'
import { offerStepUp } from './step-up/api.ts'
import { offerUsers, registerAcceptance } from './users/api.ts'

export type SelfServiceRoutes = AccountNeeds &
  BrandNeeds &
  ProfileNeeds &
  TestEventNeeds &
  NotificationNeeds &
  BearerNeeds & { deliveries: Deliveries; mailsInvitations: boolean }

export function registerSelfServiceRoutes(
  app: FastifyInstance,
  needs: SelfServiceRoutes,
  serve: Serve,
): void {
  registerOpenRoutes(app, needs)
  registerPasskeyLogin(app, needs)
  registerAcceptance(app, needs)
  registerLogoRoute(app, needs)
  const offer = bearerRoutes(app, needs)
  offerProfile(offer, needs)
  offerNotifications(offer, needs)
  offerConfirmations(offer, needs)
  offerAccount(offer, needs)
  offerStepUp(offer, needs)
  serve(needs, factorRoutes)
  offerSessions(offer, needs)
  offerUsers(offer, needs)
  offerSecrets(offer, needs)
  offerSettings(offer, needs)
  offerGoLive(offer, needs)
  offerDeliveries(offer, needs)
}
