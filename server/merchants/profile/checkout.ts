// A merchant's checkout settings: how customers may pay, how many cards they may try, and the brand that payment pages show.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { commonStatement, type Tx } from '../../platform/database/database.ts'
import { check, optional, wholeNumber } from '../../platform/http/body/body.ts'
import { recordSettingChange } from '../alerts/setting-change.ts'
import {
  type BrandNeeds,
  brandOfMerchant,
  brandResponse,
  brandSchema,
  type RecordBrandChange,
  setBrand,
} from '../brand/brand.ts'
import { paymentMethodsField } from '../identity/payment-methods-field.ts'
import type { Session } from '../sign-in/bearer.ts'
import type { ProvenCall } from '../sign-in/step-up.ts'
import { type MethodNeeds, type MethodRates, methodTerms } from './method-terms.ts'

type CheckoutRow = MethodRates & { checkout_attempts: number | null; payment_methods: PaymentMethod[] }

const findCheckout = commonStatement<CheckoutRow>(
  'find_checkout_settings',
  'select checkout_attempts, payment_methods, commission_rate_bp, mobile_money_rate_bp from merchant where id = $1',
)
const lockMethods = commonStatement<Pick<CheckoutRow, 'payment_methods'>>(
  'lock_payment_methods',
  'select payment_methods from shared.merchant where id = $1 for no key update',
)
const saveCheckout = commonStatement(
  'set_checkout_settings',
  `update shared.merchant set checkout_attempts = $2, payment_methods = coalesce($3, payment_methods), version = version + 1
    where id = $1 and (checkout_attempts, payment_methods) is distinct from ($2, coalesce($3, payment_methods))`,
)

/** The longest body: a logo of 64 KiB in base64, and the rest. */
export const maxCheckoutBody = 96 * 1024

export const checkoutSchema = z.object({
  checkout_attempts: wholeNumber({ min: 1, max: 5 }).nullable(),
  payment_methods: optional(paymentMethodsField()),
  brand: brandSchema.optional(),
})

export type CheckoutNeeds = BrandNeeds & MethodNeeds

/** Reads the checkout settings, with what each method costs and when it pays; `null` stands for the default. */
export async function checkout(needs: CheckoutNeeds, { merchantId, environment }: Session) {
  const [[row], brand] = await Promise.all([
    needs.db.rows(findCheckout, [merchantId]),
    brandOfMerchant(needs.db, merchantId),
  ])
  if (!row) throw new Error('session refers to no merchant')
  const { checkout_attempts, payment_methods } = row
  return {
    ...{ checkout_attempts, payment_methods },
    methods: await methodTerms(needs, environment, row),
    brand: brandResponse(needs, brand),
  }
}

/**
 * Changes the checkout settings. Methods and number of attempts apply to payments created from now on, the brand to every page that is
 * shown from now on. @throws InvalidBody, Problem 403 if the user has a second factor and did not confirm other methods or another brand
 */
export async function setCheckout(needs: CheckoutNeeds, call: ProvenCall, body: unknown) {
  const { session } = call
  const { merchantId } = session
  const { checkout_attempts, payment_methods: methods, brand } = check(checkoutSchema, body, 'body')
  const record: RecordBrandChange = (sql, change) => recordSettingChange(sql, needs, call, change)
  if (brand) await setBrand(needs, session, brand, { by: call.from, record })
  const work = async (sql: Tx) => {
    const [before] = await sql.rows(lockMethods, [merchantId])
    // guard: methods-recorded
    if (methods && !isDeepStrictEqual(methods, before?.payment_methods)) {
      const change = { before: (before?.payment_methods ?? []).join(', '), after: methods.join(', ') }
      await recordSettingChange(sql, needs, call, { setting: 'payment_methods', ...change })
    }
    await sql.rows(saveCheckout, [merchantId, checkout_attempts, methods ?? null])
  }
  await needs.db.transaction(work, { mutexKey: `settings:${merchantId}` })
  return checkout(needs, session)
}
