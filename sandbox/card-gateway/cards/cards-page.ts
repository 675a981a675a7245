// Generates CARDS.md: `node sandbox/card-gateway/cards/cards-page.ts` rewrites the file.
import { writeFileSync } from 'node:fs'
import { enrolmentResults } from '../payer-authentication/outcomes.ts'
import { brandNameOf } from './banks.ts'
import type { CardBehaviour } from './behaviour.ts'
import { brandOf } from './brands.ts'
import { cards } from './cards.ts'

const head = `<!-- Generated from cards.ts. Change that table, then run: node sandbox/card-gateway/cards/cards-page.ts -->

# Sandbox cards

Any expiry in the future and any security code (3 digits, 4 for American Express). The one-time code is 1234.
Any other number that passes the Luhn check is accepted without a challenge. These numbers move no money.

| Behaviour | Authentication | Payment | Numbers |
| --- | --- | --- | --- |
`

export function cardsPage(): string {
  return `${head}${cards.map(row).join('\n')}\n`
}

function row(card: CardBehaviour): string {
  return `| ${card.description} | ${authenticationOf(card)} | ${paymentOf(card)} | ${card.numbers.map(named).join('<br>')} |`
}

function authenticationOf({ authentication }: CardBehaviour): string {
  const { veresEnrolled, paresStatus } = enrolmentResults[authentication]
  return `${authentication.replaceAll('_', ' ')} (${[veresEnrolled, paresStatus].filter(Boolean).join('/')})`
}

function paymentOf({ payment }: CardBehaviour): string {
  switch (payment.kind) {
    case 'approved':
      return '`AUTHORIZED`'
    case 'slow':
      return '`AUTHORIZED`, late'
    case 'declined':
      return `\`DECLINED\` \`${payment.reason}\``
    case 'review':
      return `\`AUTHORIZED_PENDING_REVIEW\` \`${payment.reason}\``
    case 'risk_declined':
      return `\`AUTHORIZED_RISK_DECLINED\` \`${payment.reason}\``
    case 'partial':
      return '`PARTIAL_AUTHORIZED`'
    case 'broken':
      return `HTTP ${payment.status}`
    default:
      return payment.charged ? 'charged, no reply' : 'no reply'
  }
}

function named(number: string): string {
  return `\`${number}\` ${brandNameOf(brandOf(number)?.cybsCardType ?? '')}`
}

if (import.meta.main) writeFileSync(new URL('CARDS.md', import.meta.url), cardsPage())
