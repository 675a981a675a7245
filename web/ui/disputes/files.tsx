// The files of a dispute's evidence, one per line: name, size, and what can be done with each.
import type { ComponentChildren } from 'preact'
import { catalogue, formatNumber } from '../language/language.ts'

const texts = catalogue({
  fr: { files: 'Fichiers', size: (kilobytes: string) => `${kilobytes}\u00a0Ko` },
  en: { files: 'Files', size: (kilobytes: string) => `${kilobytes} KB` },
})

export type EvidenceFile = { id: string; name: string; size: number }

export function EvidenceFiles({
  files,
  action,
}: {
  files: readonly EvidenceFile[]
  /** What can be done with a file, such as a button. */
  action: (file: EvidenceFile) => ComponentChildren
}) {
  const t = texts()
  return (
    <ul class="file-list" aria-label={t.files}>
      {files.map((file) => (
        <li key={file.id}>
          <span>
            {file.name} <small class="soft">{t.size(kilobytesOf(file))}</small>
          </span>
          {action(file)}
        </li>
      ))}
    </ul>
  )
}

const kilobytesOf = ({ size }: EvidenceFile) => formatNumber(Math.max(1, Math.round(size / 1_024)))
