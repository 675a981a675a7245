// The search page: reads the texts once, and shows what fits while the reader types.
import { type Found, type SearchPage, searchOver } from './find.ts'
import type { SearchLanguage } from './terms.ts'

const form = document.querySelector<HTMLFormElement>('form[data-texts]')
if (form) void start(form)

async function start(form: HTMLFormElement): Promise<void> {
  const { texts = '', nothing = '', failed = '', one = '', other = '' } = form.dataset
  const input = form.querySelector('input') as HTMLInputElement
  const status = document.querySelector('[role=status]') as HTMLElement
  const list = document.querySelector('.found') as HTMLElement
  form.addEventListener('submit', (event) => event.preventDefault())
  input.value = new URLSearchParams(location.search).get('q') ?? ''
  let find: (question: string) => Found[]
  try {
    const response = await fetch(texts)
    if (!response.ok) throw new Error(String(response.status))
    find = searchOver(
      (await response.json()) as SearchPage[],
      document.documentElement.lang as SearchLanguage,
    )
  } catch {
    status.textContent = failed
    return
  }
  const show = () => {
    const question = input.value.trim()
    const found = question === '' ? [] : find(question)
    list.replaceChildren(...found.map(itemOf))
    const count = (found.length === 1 ? one : other).replace('{count}', String(found.length))
    status.textContent = question === '' ? '' : found.length === 0 ? nothing : count
    history.replaceState(null, '', question === '' ? location.pathname : `?q=${encodeURIComponent(question)}`)
  }
  input.addEventListener('input', show)
  show()
}

function itemOf({ href, heading, page, excerpt }: Found): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.textContent = heading
  const where = document.createElement('small')
  where.textContent = heading === page ? '' : page
  const text = document.createElement('p')
  text.textContent = excerpt
  item.append(link, where, text)
  return item
}
