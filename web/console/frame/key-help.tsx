import { Dialog } from '../../ui/forms/dialog.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { keysEnabled } from './keys.ts'

const texts = catalogue({
  fr: {
    title: 'Raccourcis clavier',
    next: 'Élément suivant',
    previous: 'Élément précédent',
    search: 'Champ de recherche',
    help: 'Cette aide',
    enabled: 'Activer les raccourcis à une touche',
    calm: 'Dans une liste, les flèches ↓ et ↑ fonctionnent aussi. Aucun raccourci ne prend de décision\u00a0: une décision est toujours confirmée.',
  },
  en: {
    title: 'Keyboard shortcuts',
    next: 'Next item',
    previous: 'Previous item',
    search: 'Search field',
    help: 'This help',
    enabled: 'Use single-key shortcuts',
    calm: 'In a list, the ↓ and ↑ keys work too. No shortcut makes a decision: decisions always ask for confirmation.',
  },
})

export function KeyHelp({ close }: { close: () => void }) {
  const t = texts()
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
