// Uploads a file of payers: all its rows become links, or a table names what is wrong.
import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { PortalLinkBatch } from '../../api/schemas.generated.ts'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Table } from '../../ui/display/table.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'
import { fileFault, type PlacedFault, rowFaults } from './faults.ts'
import { listTexts, uploadTexts } from './texts.ts'

const maxBytes = 2 * 1024 * 1024
/** The service names no more faults than this of a file. */
const maxFaults = 200

export function UploadGroupPage() {
  const t = uploadTexts()
  return (
    <Page title={t.title} intro={t.intro} back={{ href: '/portal/groups', label: listTexts().title }}>
      <UploadForm />
    </Page>
  )
}

export function UploadForm() {
  const t = uploadTexts()
  const { route } = useLocation()
  const [file, setFile] = useState<File>()
  const [faults, setFaults] = useState<PlacedFault[]>([])
  /** How much of the file is sent, from 0 to 1. */
  const [share, setShare] = useState<number>()
  /** Which of the two buttons was pressed: one only checks. */
  const checksOnly = useRef(false)
  const [checked, setChecked] = useState<number>()
  const upload = async (values: Values) => {
    const isCheck = checksOnly.current
    checksOnly.current = false
    setFaults([])
    setChecked(undefined)
    if (!file) throw new Faults({ file: t.missing })
    if (file.size > maxBytes) throw new Faults({ file: t.large })
    try {
      const { outcome, count, groups } = await send(file, { ...values, isCheck }, setShare)
      if (outcome === 'checked') return setChecked(count)
      toast(outcome === 'repeated' ? t.repeated : t.made(count))
      const [group] = groups
      route(groups.length === 1 && group ? `/portal/groups/${encodeURIComponent(group)}` : '/portal/groups')
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'RMT-1005') throw error
      const why = fileFault(error.faults)
      const placed = rowFaults(error.faults)
      if (why === undefined && placed.length === 0) throw error
      setFaults(placed)
      throw new Faults(why === undefined ? {} : { file: why })
    } finally {
      setShare(undefined)
    }
  }
  return (
    <>
      <div class="card form-card">
        <Form
          action={t.submit}
          submit={upload}
          more={
            <Button
              type="submit"
              onClick={() => {
                checksOnly.current = share === undefined
              }}
            >
              {t.check}
            </Button>
          }
        >
          <FileFields choose={setFile} />
          {share !== undefined && <Progress share={share} />}
        </Form>
      </div>
      {checked !== undefined && <Checked rows={checked} />}
      <FaultTable faults={faults} />
    </>
  )
}

/** The file, and what its rows have in common. */
function FileFields({ choose }: { choose: (file: File | undefined) => void }) {
  const t = uploadTexts()
  return (
    <>
      <FileField
        name="file"
        label={t.file}
        hint={t.fileHint}
        accept=".csv,text/csv"
        onChoose={({ files }) => choose(files?.[0])}
      />
      <p>
        <a href={exampleAddress(t.exampleRows)} download={t.exampleName}>
          {t.example}
        </a>
      </p>
      <Field name="group" label={t.group} hint={t.groupHint} maxLength={64} autocomplete="off" />
      <Select name="currency" label={t.currency} options={currencies.map((code) => [code, code] as const)} />
    </>
  )
}

function Checked({ rows }: { rows: number }) {
  const t = uploadTexts()
  return (
    <Notice tone="good" title={t.checked(rows)}>
      <p>{t.checkedHint}</p>
    </Notice>
  )
}

function Progress({ share }: { share: number }) {
  const t = uploadTexts()
  return (
    <div class="progress">
      <progress aria-label={t.progress} {...(share < 1 && { value: share })} />
      <p class="small-print">{share < 1 ? t.sending : t.making}</p>
    </div>
  )
}

function FaultTable({ faults }: { faults: readonly PlacedFault[] }) {
  const t = uploadTexts()
  if (faults.length === 0) return null
  return (
    <section class="stack">
      <Notice tone="bad" title={t.faults(faults.length)}>
        <p>
          {t.faultsHint} {faults.length >= maxFaults && t.faultsCut}
        </p>
      </Notice>
      <Table
        caption={t.title}
        columns={[
          { heading: t.line, cell: ({ line }) => `${t.line} ${line}` },
          { heading: t.column, cell: ({ column }) => column },
          { heading: t.what, cell: ({ what }) => what },
        ]}
        rows={faults}
        keyOf={({ line, column, what }) => `${line} ${column} ${what}`}
      />
    </section>
  )
}

/** @throws RequestError */
function send(
  file: File,
  { group, currency, isCheck }: { group?: string; currency?: string; isCheck: boolean },
  onSent: (share: number) => void,
) {
  // Some systems give CSV files the type of a spreadsheet.
  const body = file.slice(0, file.size, 'text/csv')
  const query = { group: group || nameOf(file), currency, ...(isCheck && { check_only: 'true' }) }
  return api.call<PortalLinkBatch['data']>('POST', 'links/batch', { query, body, onSent })
}

/** The file's name as the name of a list, which is a part of an address. */
const nameOf = ({ name }: File) =>
  name
    .replace(/\.[A-Za-z]{1,4}$/, '')
    .replace(/[/\\?#%]/g, ' ')
    .trim()
    .slice(0, 64)

const exampleAddress = (rows: string) => `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${rows}`)}`
