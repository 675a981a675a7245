// The texts and pages of the steps from sign-up to production; the service decides which are done.
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    steps: {
      test_payment: 'Faire un paiement d’essai',
      webhook_received: 'Recevoir un webhook',
      callback_url: 'Indiquer l’adresse de vos webhooks',
      whitelist: 'Limiter vos clés aux adresses de vos serveurs',
      test_transfer: 'Faire un transfert d’essai',
      go_live: 'Demander le passage en production',
    },
  },
  en: {
    steps: {
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
  test_payment: '/portal/try',
  webhook_received: '/portal/events',
  callback_url: '/portal/callback',
  whitelist: '/portal/keys',
  test_transfer: '/portal/try',
  go_live: '/portal/go-live',
}

export function stepText(step: string): string {
  const known: Readonly<Record<string, string>> = texts().steps
  return known[step] ?? step
}

/** The page where a step is done. */
export const stepPath = (step: string): string => stepPaths[step] ?? '/portal/try'
