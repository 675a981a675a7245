// The checklist of papers: how far each is, and what is sent for it.
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { locale } from '../../ui/language/language.ts'
import { api } from '../access/session.ts'
import type { Business, BusinessFile } from '../api-types.ts'
import { businessTexts } from './texts.ts'
import { isAt, type Place, sendPaper, type Upload, uploads } from './uploads.ts'

type Paper = Business['papers'][number]

const tones: Record<Paper['state'], Tone> = {
  MISSING: 'plain',
  SENT: 'wait',
  RETURNED: 'bad',
  ACCEPTED: 'good',
  EXPIRED: 'bad',
}

export function PapersCard({ business, changed }: { business: Business; changed: () => void }) {
  const t = businessTexts()
  return (
    <Card title={t.papers}>
      <p class="soft">{business.papers.length > 0 ? t.papersIntro : t.papersFirst}</p>
      <ul class="papers">
        {business.papers.map((paper) => (
          <PaperRow
            key={`${paper.paper} ${paper.owner_id}`}
            paper={paper}
            name={nameOf(paper, business)}
            changed={changed}
          />
        ))}
      </ul>
    </Card>
  )
}

/** What a paper is called; an identity document is that of its owner. */
export function nameOf({ paper, owner_id }: Place, { owners }: Pick<Business, 'owners'>): string {
  const t = businessTexts()
  const owner = owners.find((each) => each.owner_id === owner_id)
  return owner ? t.ofOwner(t.names[paper], owner.name) : t.names[paper]
}

function PaperRow({ paper, name, changed }: { paper: Paper; name: string; changed: () => void }) {
  const t = businessTexts()
  const heading = useId()
  const { state, reason, expires_on, files } = paper
  const own = uploads.value.filter((upload) => isAt(upload, paper))
  const hint = t.hints[paper.paper]
  return (
    <li aria-labelledby={heading}>
      <h3>
        <span id={heading}>{name}</span> <Badge tone={tones[state]}>{t.states[state]}</Badge>
      </h3>
      {hint && state !== 'ACCEPTED' && <p class="hint">{hint}</p>}
      {reason && <p class="fault">{t.returned(reason)}</p>}
      {expires_on && <p class="hint">{t.validUntil(formatTime(expires_on, 'day'))}</p>}
      <ul class="file-list" aria-label={name}>
        {files
          .filter(({ sha256 }) => !own.some((upload) => upload.sha256 === sha256))
          .map((file) => (
            <FileRow key={file.id} file={file} canRemove={state !== 'ACCEPTED'} changed={changed} />
          ))}
        {own.map((upload) => (
          <UploadRow key={upload.name} upload={upload} />
        ))}
      </ul>
      <Choosers place={paper} name={name} changed={changed} />
    </li>
  )
}

/** Two buttons: the camera of a phone, and its files. */
function Choosers({ place, name, changed }: { place: Place; name: string; changed: () => void }) {
  const t = businessTexts()
  const choose = ({ currentTarget }: JSX.TargetedEvent<HTMLInputElement>) => {
    const { paper, owner_id } = place
    for (const file of currentTarget.files ?? []) sendPaper({ paper, owner_id }, file, changed)
    currentTarget.value = ''
  }
  return (
    <div class="actions">
      <label class="button small choose">
        {t.photo}
        <input
          class="visually-hidden"
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={`${t.photo} · ${name}`}
          onChange={choose}
        />
      </label>
      <label class="button small choose">
        {t.file}
        <input
          class="visually-hidden"
          type="file"
          accept="image/*,application/pdf"
          multiple
          aria-label={`${t.file} · ${name}`}
          onChange={choose}
        />
      </label>
    </div>
  )
}

const shareText = (share: number) =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

function FileRow({
  file,
  canRemove,
  changed,
}: {
  file: BusinessFile
  canRemove: boolean
  changed: () => void
}) {
  const t = businessTexts()
  const { id, name, state, fault, offset, size } = file
  const remove = async () => {
    await api.call('DELETE', `business/files/${id}`)
    changed()
  }
  const said =
    state === 'RECEIVED'
      ? t.received
      : state === 'REFUSED'
        ? t.faults[fault ?? 'format']
        : t.chooseAgain(shareText(offset / size))
  return (
    <li>
      <span>
        {name}
        <br />
        <small class={state === 'REFUSED' ? 'fault' : 'soft'}>{said}</small>
      </span>
      {canRemove && (
        <Button small appearance="quiet" aria-label={t.removeNamed(name)} onClick={() => void remove()}>
          {t.remove}
        </Button>
      )}
    </li>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const t = businessTexts()
  const { name, state, sent, fault } = upload
  const share = shareText(sent)
  return (
    <li>
      <span>
        {name}
        <br />
        {state === 'refused' ? (
          <small class="fault" role="alert">
            {t.faults[fault ?? 'format']}
          </small>
        ) : (
          <small class="soft">
            {state === 'preparing' ? t.preparing : state === 'sending' ? t.sending(share) : t.waiting(share)}
          </small>
        )}
      </span>
      {state !== 'refused' && <progress value={sent} max={1} aria-label={name} />}
    </li>
  )
}
