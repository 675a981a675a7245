// A row in a list of what somebody signs in with.
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge } from '../display/badge.tsx'
import { formatTime } from '../display/time.tsx'
import { Button } from '../forms/button.tsx'
import { passkeyTexts } from './passkey-texts.ts'

type RowProps = { name: string; note: string; isOn?: boolean; label: string; onClick: () => void }

export function FactorRow({ name, note, isOn = false, label, onClick }: RowProps) {
  return (
    <li>
      <div>
        <h3>
          {name} {isOn && <Badge tone="good">✓</Badge>}
        </h3>
        <p class="small-print">{note}</p>
      </div>
      <Button small onClick={onClick} aria-label={`${label}, ${name}`}>
        {label}
      </Button>
    </li>
  )
}

/** @param label of the button, which removes the passkey */
export function PasskeyRow({
  passkey: { name, created_at, last_used_at },
  ...button
}: { passkey: schemas.Passkey } & Pick<RowProps, 'label' | 'onClick'>) {
  const t = passkeyTexts()
  const used = last_used_at ? t.lastUsed(formatTime(last_used_at, 'list')) : t.unused
  const note = `${t.passkey}, ${t.added(formatTime(created_at, 'shortDay'))}, ${used}`
  return <FactorRow name={name} note={note} {...button} />
}
