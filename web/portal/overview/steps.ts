// The way from signing up to real money, step by step, as the service sees it.
import { catalogue } from '../../ui/language/language.ts'

const texts = catalogue({
  fr: {
    steps: {
      test_payment: 'Payer un paiement d’essai',
      webhook_received: 'Recevoir un webhook',
      callback_url: 'Donner l’adresse de vos webhooks',
      whitelist: 'Limiter vos clés aux adresses de vos serveurs',
      test_transfer: 'Envoyer un transfert d’essai',
      go_live: 'Demander le passage en réel',
    },
  },
  en: {
    steps: {
      test_payment: 'Pay a test payment',
      webhook_received: 'Receive a webhook',
      callback_url: 'Give the address of your webhooks',
      whitelist: 'Limit your keys to the addresses of your servers',
      test_transfer: 'Send a test transfer',
      go_live: 'Ask to go live',
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

/** Where it is done. */
export const stepPath = (step: string): string => stepPaths[step] ?? '/portal/try'
