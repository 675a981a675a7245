// Small pictograms of card networks and mobile money operators, drawn here: no picture is fetched.
import { cardNetworks } from '../display/networks.generated.ts'
import { iconOf } from '../display/operators.ts'

/** The pictogram of a card network; a blank card for a network without one, or where no card was used. */
export function NetworkIcon({ of: network }: { of: string }) {
  const name = network.toUpperCase()
  return (
    <svg class="network" viewBox="0 0 36 24" width="36" height="24" aria-hidden="true">
      <rect x=".5" y=".5" width="35" height="23" rx="4" class="plate" />
      {name === 'VISA' && (
        <path
          class="visa"
          d="m16.200 7.400-1.700 9.200h-2.600l1.700-9.200zM11 7.400 8.300 13.800 7.300 8.600q-.2-1.200-1.300-1.200H2.700l2.600 9.200H8l5.800-9.200zM23.600 7.800q-3.700-1.500-5.700.7c-1.600 2.200.3 3.400 1.500 4 1.300.7 1 1.700-.6 1.700q-1.200 0-2.500-.7l-.5 2.300q4.200 1.700 6.300-.6c1.500-2-.2-3.300-1.400-4-1.200-.6-1-1.600.7-1.500q.8 0 1.800.5zM31.600 7.400h-2q-.9 0-1.300.9l-3.700 8.300h2.700l.5-1.400h3.200l.3 1.400h2.300zm-3 5.800 1.200-3.400.7 3.400z"
        />
      )}
      {name === 'MASTERCARD' && (
        <>
          <circle cx="14.500" cy="12" r="6.500" fill="#eb001b" />
          <circle cx="21.500" cy="12" r="6.500" fill="#f79e1b" fill-opacity=".88" />
        </>
      )}
      {name === 'AMEX' && (
        <path
          class="amex"
          d="M3 15.500 6 8.500h2.200l3 7H9l-.5-1.200H5.700l-.5 1.200zm3.400-2.900h1.500l-.8-1.900zM11.800 15.500v-7h2.800l1.500 4 1.500-4h2.700v7h-1.900v-4.600l-1.700 4.600h-1.300l-1.700-4.600v4.600zM21.300 15.500v-7h5.200v1.700h-3.200v1h3.100v1.500h-3.100v1h3.200l2.300-1.700-2.300-3.500h2.300l1.200 2 1.300-2h2.200l-2.300 3.500 2.400 3.500h-2.300l-1.300-2-1.300 2z"
        />
      )}
      {!cardNetworks.some((known) => known === name) && <path class="blank" d="M4 9h28M5 15h8" />}
    </svg>
  )
}

/** The initial of a mobile money operator on its colour. */
export function OperatorIcon({ of: operator }: { of: string }) {
  const { ground, letter } = iconOf(operator) ?? { ground: '#55656c', letter: 'M8 12h8' }
  return (
    <svg class="operator" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect width="24" height="24" rx="7" fill={ground} />
      <path d={letter} fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" />
    </svg>
  )
}

/** What a payment was made with: the wallet's operator, or the card's network. */
export function MeansIcon({
  of: { operator, card_type },
}: {
  of: { operator?: string | null | undefined; card_type: string }
}) {
  return operator ? <OperatorIcon of={operator} /> : <NetworkIcon of={card_type} />
}

const marks = {
  good: 'm7 12.500 3.500 3.500L17 9',
  bad: 'm8.500 8.500 7 7m0-7-7 7',
  wait: 'M12 7.500V12l3 2',
  back: 'M9 8 5.500 11.500 9 15m-3-3.500h7.500a3.500 3.500 0 0 1 0 7H11',
  none: 'M8 12h8',
  alert: 'M12 7v6m0 3.500v.01',
  caution: 'M12 7v6m0 3.500v.01',
} as const
export type MarkName = keyof typeof marks

/** A status: its mark, with the word beside it on wide screens and for screen readers everywhere. */
export function StatusMark({ mark, children }: { mark: MarkName; children: string }) {
  return (
    <span class={`state ${mark}`} title={children}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="11" class="disc" />
        <path
          d={marks[mark]}
          fill="none"
          stroke="currentColor"
          stroke-width="2"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
      <span class="word">{children}</span>
    </span>
  )
}
