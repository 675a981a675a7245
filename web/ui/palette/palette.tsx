// The palette: one field that finds records, pages and actions, by keyboard alone.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { uiTexts } from '../language/texts.ts'
import { paletteTexts } from './texts.ts'

export type Entry = {
  key: string
  label: string
  /** Other words that find it. */
  words?: string
  note?: string
  lang?: string
  href?: string
  run?: () => unknown
}
export type Group = { name: string; entries: Entry[] }

export type Opened = {
  close: () => void
  /** What is searched for at first. */
  typed: string
}

/**
 * @param useEntries returns the groups that fit what was typed, in the order shown
 * @param label names what the app's palette finds
 */
export function Palette(props: Opened & { useEntries: (typed: string) => Group[]; label: string }) {
  const { close, useEntries, label } = props
  const t = paletteTexts()
  const name = uiTexts().goTo
  const { route } = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState(props.typed)
  const [chosen, setChosen] = useState(0)
  const groups = useEntries(typed)
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(chosen, entries.length - 1)
  useOpenDialog(dialog)
  useEffect(() => {
    document.getElementById(`entry-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const follow = (entry: Entry | undefined) => {
    if (!entry) return
    close()
    if (entry.href !== undefined) route(entry.href)
    else entry.run?.()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0)
      setChosen((current + step + entries.length) % entries.length)
    else if (event.key === 'Enter') follow(entries[current])
    else return
    event.preventDefault()
  }
  const search = (text: string) => {
    setTyped(text)
    setChosen(0)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={dialog}
      class="palette"
      aria-label={name}
      onClose={() => closed(dialog.current, close)}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <Search
        label={label}
        typed={typed}
        chosen={entries.length > 0 ? `entry-${current}` : undefined}
        onInput={search}
        onKey={onKey}
      />
      <CloseButton close={close} />
      <Entries name={name} groups={groups} current={current} follow={follow} />
      {entries.length === 0 && <p class="soft palette-none">{t.none(typed)}</p>}
      <p class="small-print palette-keys">{t.keys}</p>
    </dialog>
  )
}

/** Shown on a phone, where nothing outside the palette can be pressed. */
function CloseButton({ close }: { close: () => void }) {
  return (
    <button type="button" class="palette-close" onClick={close}>
      {uiTexts().close}
    </button>
  )
}

function Search(props: {
  label: string
  typed: string
  /** The id of the chosen entry. */
  chosen: string | undefined
  onInput: (text: string) => void
  onKey: (event: KeyboardEvent) => void
}) {
  const { label, typed, chosen, onInput, onKey } = props
  return (
    <input
      type="text"
      role="combobox"
      aria-label={label}
      aria-expanded="true"
      aria-controls="entries"
      aria-autocomplete="list"
      aria-activedescendant={chosen}
      placeholder={paletteTexts().hint}
      autocomplete="off"
      spellcheck={false}
      value={typed}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  )
}

/** The browser sends a dialog's close event later, when the next palette may already be open, and must stay open. */
function closed(dialog: HTMLDialogElement | null, close: () => void): void {
  if (dialog?.isConnected) close()
}

function useOpenDialog(dialog: { current: HTMLDialogElement | null }): void {
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
}

function Entries({
  name: listName,
  groups,
  current,
  follow,
}: {
  name: string
  groups: readonly Group[]
  current: number
  follow: (entry: Entry) => void
}) {
  let position = -1
  return (
    <div id="entries" role="listbox" aria-label={listName} class="entries">
      {groups.map(({ name, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true">{name}</p>
          {entries.map((entry) => {
            position += 1
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen option
              // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field follows it
              <div
                key={entry.key}
                id={`entry-${position}`}
                role="option"
                aria-selected={position === current}
                lang={entry.lang}
                onClick={() => follow(entry)}
              >
                <span>{entry.label}</span>
                {entry.note && <small>{entry.note}</small>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
