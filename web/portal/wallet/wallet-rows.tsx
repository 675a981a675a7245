// The wallet's history, one line per transfer or top-up; a transfer opens to its single movements.
import { formatChange, formatMoney } from '../../ui/display/amount.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import type { WalletLine } from '../api-types.ts'
import { lineLabel } from './line-labels.ts'
import { type Movement, movementsOf } from './movements.ts'
import { WalletLines } from './wallet-lines.tsx'

const texts = catalogue({
  fr: {
    caption: 'Mouvements du portefeuille',
    failed: 'Transfert échoué',
    transfer: 'Voir le transfert',
    none: 'Aucun mouvement pour l’instant',
    noneHint:
      'Approvisionnez le portefeuille, puis envoyez un transfert\u00a0: chaque mouvement apparaîtra ici.',
  },
  en: {
    caption: 'Wallet movements',
    failed: 'Transfer failed',
    transfer: 'View transfer',
    none: 'No movements yet',
    noneHint: 'Top up the wallet, then send a transfer: each movement appears here.',
  },
})

export function WalletRows({ lines }: { lines: readonly WalletLine[] }) {
  const t = texts()
  return (
    <Folds
      label={t.caption}
      byDay
      rows={movementsOf(lines).map(rowOf)}
      empty={
        <EmptyState title={t.none}>
          <p>{t.noneHint}</p>
        </EmptyState>
      }
    />
  )
}

function rowOf({ key, lines, kind, amount }: Movement): Fold {
  const t = texts()
  const [{ at, reference, transaction_id } = { at: '' }] = lines
  const row = {
    key,
    at,
    side: <Time at={at} look="clock" />,
    end: amount === null ? formatMoney(null, null) : formatChange(amount, 'USD'),
  }
  if (!transaction_id) return { ...row, name: lineLabel(kind) }
  return {
    ...row,
    name: reference,
    // The reservation was released: to a merchant, the transfer failed.
    note: kind === 'RELEASE' ? t.failed : lineLabel(kind),
    body: (
      <>
        <WalletLines lines={lines} />
        <ButtonLink small href={`/portal/transfers/${transaction_id}`}>
          {t.transfer}
        </ButtonLink>
      </>
    ),
  }
}
