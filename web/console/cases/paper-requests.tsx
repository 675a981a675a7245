// Papers that officers request from the person of a case: the links, what came through them, and the dialog that makes one.
import { useState } from 'preact/hooks'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { Card, Code, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select, TextArea } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { formatPercent } from '../../ui/language/language.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { CheckField } from '../parts/check-field.tsx'
import { Decision } from '../parts/decision.tsx'
import { Download } from '../parts/files.tsx'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { type Case, casesPath, type NewPaperRequest, type PaperRequest } from './case.ts'
import { requestTexts } from './request-texts.ts'

const tones: Record<PaperRequest['state'], Tone> = { OPEN: 'wait', EXPIRED: 'plain', WITHDRAWN: 'plain' }

export function PaperRequests({ detail, done }: { detail: Case; done: () => void }) {
  const t = requestTexts()
  const [isAsking, setAsking] = useState(false)
  const path = `${casesPath}/${detail.case_id}`
  const isOpen = detail.allowed_actions.add.allowed
  if (detail.paper_requests.length === 0 && !isOpen) return null
  // The case is loaded again once the link was copied, because that closes the dialog.
  const close = () => {
    setAsking(false)
    done()
  }
  return (
    <Card title={t.title}>
      {detail.paper_requests.length === 0 && <p class="soft">{t.none}</p>}
      {detail.paper_requests.map((request) => (
        <RequestFacts key={request.request_id} path={path} request={request} isOpen={isOpen} done={done} />
      ))}
      {isOpen && (
        <ActButton right="compliance" onClick={() => setAsking(true)}>
          {t.ask}…
        </ActButton>
      )}
      {isAsking && <AskDialog path={`${path}/paper-requests`} close={close} />}
    </Card>
  )
}

type RequestProps = { path: string; request: PaperRequest; isOpen: boolean; done: () => void }

function RequestFacts({ path, request, isOpen, done }: RequestProps) {
  const t = requestTexts()
  const { wanted, state, requested_by, note, expires_at, opened_at, files } = request
  return (
    <section>
      <p>
        <strong>{wanted.map((kind) => t.kinds[kind]).join(', ')}</strong>{' '}
        {isOpen || state !== 'OPEN' ? (
          <Badge tone={tones[state]}>{t.states[state]}</Badge>
        ) : (
          <Badge>{t.ended}</Badge>
        )}
      </p>
      {note && <p class="as-written soft">{note}</p>}
      <Facts
        facts={[
          [t.requested, <Time key="requested" at={request.requested_at} />],
          [t.requestedBy, requested_by],
          [t.expires, <Time key="expires" at={expires_at} />],
          [t.opened, opened_at ? <Time key="opened" at={opened_at} /> : t.notOpened],
          ...(files.length === 0 ? [[t.files, t.noFiles] as const] : []),
        ]}
      />
      {files.length > 0 && <RequestFiles path={path} files={files} />}
      {isOpen && state !== 'WITHDRAWN' && (
        <RequestActions path={`${path}/paper-requests/${request.request_id}`} done={done} />
      )}
    </section>
  )
}

function RequestFiles({ path, files }: { path: string; files: PaperRequest['files'] }) {
  const t = requestTexts()
  return (
    <ul class="file-list" aria-label={t.files}>
      {files.map(({ name, state, received, size, paper_id }) => (
        <li key={name + state + size}>
          <span>
            {state === 'RECEIVING'
              ? t.share(name, t.fileStates[state], formatPercent(Math.floor((100 * received) / size)))
              : t.is(name, t.fileStates[state])}
          </span>
          {paper_id && (
            <Download path={`${path}/papers/${paper_id}`} name={t.download} label={t.downloadOf(name)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function RequestActions({ path, done }: { path: string; done: () => void }) {
  const t = requestTexts()
  const [act, setAct] = useState<'extend' | 'withdraw'>()
  return (
    <div class="actions">
      <ActButton right="compliance" small onClick={() => setAct('extend')}>
        {t.extend}…
      </ActButton>
      <ActButton right="compliance" small onClick={() => setAct('withdraw')}>
        {t.withdraw}…
      </ActButton>
      {act && (
        <Decision
          title={t[act]}
          explanation={act === 'extend' ? t.extendText : t.withdrawText}
          action={t[act]}
          reason={act === 'extend' ? 'none' : 'required'}
          decide={async ({ reason, days }) => {
            const body = act === 'extend' ? { days: daysOf(days) } : { reason }
            await api.post(`${path}/${act}`, body).finally(done)
          }}
          done={act === 'extend' ? t.extended : t.withdrawn}
          close={() => setAct(undefined)}
        >
          {act === 'extend' && <DaysField />}
        </Decision>
      )}
    </div>
  )
}

const DaysField = () => <Field name="days" label={requestTexts().days} inputMode="numeric" value="7" />

function daysOf(typed = ''): number {
  const days = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
  if (days < 1 || days > 30) throw new Faults({ days: requestTexts().daysWrong })
  return days
}

const kindField = (kind: string) => `wanted-${kind}`

function AskDialog({ path, close }: { path: string; close: () => void }) {
  const t = requestTexts()
  const [made, setMade] = useState<NewPaperRequest>()
  const submit = async ({ note = '', language, days, ...values }: Values) => {
    const wanted = Object.keys(t.kinds).filter((kind) => kindField(kind) in values)
    if (wanted.length === 0) throw new Faults({ note: t.wantedMissing })
    if (wanted.includes('OTHER') && note === '') throw new Faults({ note: t.noteMissing })
    const body = { wanted, language, days: daysOf(days), ...(note && { note }) }
    const asked = api.post<NewPaperRequest>(path, body)
    setMade(
      await asked.catch((error) => {
        throw inReaderLanguage(error)
      }),
    )
  }
  if (made)
    return (
      <Dialog title={t.ask} close={close} locked key="made">
        <Notice title={t.linkOnce}>{t.linkText}</Notice>
        <Facts facts={[[t.link, <Code key="link">{made.link}</Code>, made.link]]} />
        <Button appearance="main" onClick={close}>
          {t.stored}
        </Button>
      </Dialog>
    )
  return (
    <Dialog title={t.ask} close={close} key="asking">
      <p>{t.askText}</p>
      <Form submit={submit} action={t.create}>
        <fieldset>
          <legend>{t.wanted}</legend>
          {Object.entries(t.kinds).map(([kind, label]) => (
            <CheckField key={kind} name={kindField(kind)} label={label} checked={kind === 'IDENTITY'} />
          ))}
        </fieldset>
        <TextArea name="note" label={t.note} hint={t.noteHint} rows={3} maxLength={500} />
        <Select name="language" label={t.language} options={Object.entries(t.languages)} value="fr" />
        <DaysField />
      </Form>
    </Dialog>
  )
}
