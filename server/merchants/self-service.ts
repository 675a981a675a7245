// Registers the HTTP routes of merchant self-service. Responses are never cacheable (`no-store` is set on all responses of the
// server), and those that carry a secret or token are not stored under an `Idempotency-Key`.
import type { FastifyInstance } from 'fastify'
import type { Idempotency } from '../platform/http/idempotency.ts'
import type { RateLimit } from '../platform/http/rate-limit.ts'
import type { BrandNeeds } from './brand/brand.ts'
import { registerLogoRoute } from './brand/logo-api.ts'
import { offerDeliveries } from './deliveries/api.ts'
import type { Deliveries } from './deliveries/delivery-history.ts'
import { offerGoLive } from './go-live/api.ts'
import { offerProfile, offerSecrets, offerSettings, type TestEventNeeds } from './profile/api.ts'
import type { ProfileNeeds } from './profile/profile.ts'
import { type AccountNeeds, offerAccount, registerOpenRoutes } from './sign-in/api.ts'
import { bearerRoutes } from './sign-in/bearer-routes.ts'
import { offerStepUp } from './step-up/api.ts'

export type SelfServiceRoutes = AccountNeeds &
  BrandNeeds &
  ProfileNeeds &
  TestEventNeeds & {
    /** Counts requests by merchant. */
    limit: RateLimit
    idempotency: Idempotency
    deliveries: Deliveries
  }

export function registerSelfServiceRoutes(app: FastifyInstance, needs: SelfServiceRoutes): void {
  registerOpenRoutes(app, needs)
  registerLogoRoute(app, needs)
  const offer = bearerRoutes(app, needs)
  offerProfile(offer, needs)
  offerAccount(offer, needs)
  offerStepUp(offer, needs)
  offerSecrets(offer, needs)
  offerSettings(offer, needs)
  offerGoLive(offer, needs)
  offerDeliveries(offer, needs)
}
