import { Dialog } from '../../ui/forms/dialog.tsx'
import { keysEnabled } from './keys.ts'
import { keyTexts } from './texts.ts'

export function KeyHelp({ close }: { close: () => void }) {
  const t = keyTexts()
  return (
    <Dialog title={t.title} close={close}>
      <dl class="facts keys">
        {(
          [
            ['j', t.next],
            ['k', t.previous],
            ['/', t.search],
            ['?', t.help],
          ] as const
        ).map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">{t.calm}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={keysEnabled.value}
          onChange={(event) => {
            keysEnabled.value = event.currentTarget.checked
          }}
        />
        {t.enabled}
      </label>
    </Dialog>
  )
}
