// The shop's settings on the account page: how it sells, and the time zone of its days.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { deviceTimeZone } from '../../ui/display/time.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { zoneText } from '../../ui/language/time-zone.ts'
import { ChannelField } from '../access/channel-field.tsx'
import { api } from '../access/session.ts'
import { follow, type Preferences, preferences } from '../preferences.ts'

const preferencesTexts = catalogue({
  fr: {
    title: 'Votre activité',
    zone: 'Fuseau horaire',
    zoneHint: 'Les jours et les heures de l’espace marchand le suivent.',
    save: 'Enregistrer',
    saved: 'Préférences enregistrées.',
  },
  en: {
    title: 'Your business',
    zone: 'Time zone',
    zoneHint: 'The days and times of the merchant portal follow it.',
    save: 'Save',
    saved: 'Preferences saved.',
  },
})

/** The two zones of the country first, then the one in use and that of this device. */
function zones(current: string): [string, string][] {
  const names = new Set(['Africa/Kinshasa', 'Africa/Lubumbashi', current, deviceTimeZone()])
  return [...names].map((name) => [name, zoneText(name)])
}

export function PreferencesCard() {
  const t = preferencesTexts()
  // A new key shows the saved choices again.
  const [round, setRound] = useState(0)
  const current = preferences.value
  if (!current) return null
  return (
    <Card id="business" title={t.title}>
      <Form
        key={round}
        class="form-card"
        appearance="plain"
        action={t.save}
        submit={async ({ sells_by, time_zone }) => {
          follow(await api.put<Preferences>('preferences', { sells_by: sells_by || null, time_zone }))
          toast(t.saved)
          setRound(round + 1)
        }}
      >
        <ChannelField value={current.sells_by} />
        <Select
          name="time_zone"
          label={t.zone}
          hint={t.zoneHint}
          options={zones(current.time_zone)}
          value={current.time_zone}
        />
      </Form>
    </Card>
  )
}
