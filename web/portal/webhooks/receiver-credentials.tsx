// The user name and password that webhooks carry to a server behind HTTP basic authentication. The password is never shown again.
import { useState } from 'preact/hooks'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, PasswordField } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import type { Callback } from '../api-types.ts'
import { confirmedCall } from '../step-up/step-up.tsx'

const texts = catalogue({
  fr: {
    title: 'Identifiants de votre serveur',
    intro:
      'Si votre serveur est protégé par un nom d’utilisateur et un mot de passe (authentification HTTP Basic), nos webhooks les présentent. Aucun autre serveur ne les reçoit.',
    none: 'Aucun identifiant\u00a0: vos webhooks sont envoyés sans mot de passe.',
    needsUrl: 'Enregistrez d’abord l’adresse de votre serveur.',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    passwordHint: 'Enregistré chiffré, et plus jamais affiché.',
    hidden: 'enregistré, jamais affiché',
    show: 'Afficher',
    hide: 'Masquer',
    colon: 'Un nom d’utilisateur ne contient pas de deux-points.',
    add: 'Ajouter des identifiants',
    replace: 'Remplacer',
    save: 'Enregistrer',
    saved: 'Identifiants enregistrés.',
    remove: 'Supprimer',
    removeTitle: 'Supprimer les identifiants de votre serveur\u202f?',
    removeText: 'Les prochains webhooks sont envoyés sans nom d’utilisateur ni mot de passe.',
    removed: 'Identifiants supprimés.',
  },
  en: {
    title: 'Credentials of your server',
    intro:
      'If your server is protected by a username and password (HTTP basic authentication), our webhooks present them. No other server receives them.',
    none: 'No credentials: your webhooks are sent without a password.',
    needsUrl: 'Save your server’s address first.',
    username: 'Username',
    password: 'Password',
    passwordHint: 'Stored encrypted, and never shown again.',
    hidden: 'saved, never shown',
    show: 'Show',
    hide: 'Hide',
    colon: 'A username contains no colon.',
    add: 'Add credentials',
    replace: 'Replace',
    save: 'Save',
    saved: 'Credentials saved.',
    remove: 'Remove',
    removeTitle: 'Remove your server’s credentials?',
    removeText: 'The next webhooks are sent without a username and password.',
    removed: 'Credentials removed.',
  },
})

/** @param done called after a change */
export function ReceiverCredentials({ callback, done }: { callback: Callback; done: () => void }) {
  const t = texts()
  const [open, setOpen] = useState<'save' | 'remove'>()
  const { callback_url, credentials } = callback
  const close = () => setOpen(undefined)
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      {credentials ? (
        <Facts
          facts={[
            [t.username, credentials.username],
            [t.password, t.hidden],
          ]}
        />
      ) : (
        <p>{callback_url === null ? t.needsUrl : t.none}</p>
      )}
      {callback_url !== null && (
        <div class="actions">
          <Button small onClick={() => setOpen('save')}>
            {credentials ? t.replace : t.add}…
          </Button>
          {credentials && (
            <Button small appearance="danger" onClick={() => setOpen('remove')}>
              {t.remove}…
            </Button>
          )}
        </div>
      )}
      {open === 'save' && <Save username={credentials?.username ?? ''} done={done} close={close} />}
      {open === 'remove' && <Remove done={done} close={close} />}
    </Card>
  )
}

type Change = { done: () => void; close: () => void }

function Save({ username, done, close }: Change & { username: string }) {
  const t = texts()
  const save = async ({ username = '', password = '' }: Values) => {
    if (username.includes(':')) throw new Faults({ username: t.colon })
    await confirmedCall('PUT', 'callback', { credentials: { username, password } })
    toast(t.saved)
    close()
    done()
  }
  return (
    <Dialog title={t.title} close={close}>
      <Form submit={save} action={t.save}>
        <Field
          name="username"
          label={t.username}
          value={username}
          maxLength={255}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        {/* The password of another server: a browser must not offer the one of this account. */}
        <PasswordField
          name="password"
          label={t.password}
          hint={t.passwordHint}
          maxLength={255}
          autocomplete="new-password"
          labels={{ show: t.show, hide: t.hide }}
          required
        />
      </Form>
    </Dialog>
  )
}

function Remove({ done, close }: Change) {
  const t = texts()
  const remove = async () => {
    await confirmedCall('PUT', 'callback', { credentials: null })
    toast(t.removed)
    close()
    done()
  }
  return (
    <Dialog title={t.removeTitle} close={close}>
      <p>{t.removeText}</p>
      <Form submit={remove} action={t.remove} appearance="danger">
        {null}
      </Form>
    </Dialog>
  )
}
