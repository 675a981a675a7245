import type { ComponentChildren, JSX } from 'preact'
import { toast } from '../frame/toast.tsx'
import { uiTexts } from '../language/texts.ts'

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'type' | 'class'> & {
  /** `main` is what the page is for; `danger` cannot be taken back. */
  look?: 'main' | 'plain' | 'quiet' | 'danger'
  type?: 'button' | 'submit'
  /** Under way: pressing again does nothing. */
  busy?: boolean
  small?: boolean
}

export function Button({
  look = 'plain',
  type = 'button',
  busy = false,
  small,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={`button ${look}${small ? ' small' : ''}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink(
  props: Omit<JSX.IntrinsicElements['a'], 'class' | 'href'> & { href: string; look?: ButtonProps['look']; small?: boolean }, // biome-ignore format: as long as its lines
) {
  const { look = 'plain', small, ...rest } = props
  return <a {...rest} class={`button ${look}${small ? ' small' : ''}`} />
}

/** @param what is said to who cannot see what stands beside it: "Copy: reference". */
export function CopyButton({
  text,
  what,
  look = 'quiet',
  children,
}: {
  text: string
  what: string
  look?: ButtonProps['look']
  children?: ComponentChildren
}) {
  const t = uiTexts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(`${t.copied}: ${what}`)
    } catch {
      toast(t.copyFailed, 'bad')
    }
  }
  return (
    <Button
      small={children === undefined}
      look={look}
      onClick={copy}
      aria-label={children === undefined ? `${t.copy}: ${what}` : undefined}
    >
      {children ?? t.copy}
    </Button>
  )
}
