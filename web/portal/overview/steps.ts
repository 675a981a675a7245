// The texts and pages of the steps from sign-up to production; the service decides which are done.

import { catalogue } from '../../ui/language/language.ts'
import { hasModes } from '../access/session.ts'
import type { Step } from '../api-types.ts'
import type { SalesChannel } from '../preferences.ts'

const texts = catalogue({
  fr: {
    steps: {
      first_link: 'Créer un premier lien de paiement',
      test_payment: 'Faire un paiement de test',
      webhook_received: 'Recevoir un webhook',
      callback_url: 'Indiquer l’adresse de vos webhooks',
      whitelist: 'Limiter vos clés aux adresses de vos serveurs',
      test_transfer: 'Faire un transfert de test',
      go_live: 'Demander le passage en production',
    },
  },
  en: {
    steps: {
      first_link: 'Create a first payment link',
      test_payment: 'Make a test payment',
      webhook_received: 'Receive a webhook',
      callback_url: 'Set your webhook address',
      whitelist: 'Limit your keys to your servers’ addresses',
      test_transfer: 'Send a test transfer',
      go_live: 'Request to go live',
    },
  },
})

const stepPaths: Readonly<Record<string, string>> = {
  first_link: '/portal/links/new',
  test_payment: '/portal/try',
  webhook_received: '/portal/events',
  callback_url: '/portal/callback',
  whitelist: '/portal/keys',
  test_transfer: '/portal/try',
  go_live: '/portal/go-live',
}

/** In the order in which a merchant of the channel takes them. */
const stepsOf: Record<SalesChannel | 'any', readonly string[]> = {
  link: ['first_link', 'test_payment', 'go_live'],
  site: ['test_payment', 'callback_url', 'webhook_received', 'whitelist', 'go_live'],
  transfer: ['test_transfer', 'callback_url', 'webhook_received', 'whitelist', 'go_live'],
  any: ['test_payment', 'webhook_received', 'callback_url', 'whitelist', 'test_transfer', 'go_live'],
}

/** The steps that a merchant of this channel needs, in its order. */
export function stepsFor(channel: SalesChannel | null, steps: readonly Step[]): Step[] {
  const names = stepsOf[channel ?? 'any'].filter((name) => name !== 'go_live' || !hasModes.value)
  return names.flatMap((name) => steps.find(({ step }) => step === name) ?? [])
}

export function stepText(step: string): string {
  const known: Readonly<Record<string, string>> = texts().steps
  return known[step] ?? step
}

/** The page where a step is done. */
export const stepPath = (step: string): string => stepPaths[step] ?? '/portal/try'
