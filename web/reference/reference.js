// Copy buttons, one sample at a time, and the search among calls. The reference can be read without this script.
const texts = JSON.parse(document.body.dataset.texts)

function button(text, onClick) {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.addEventListener('click', onClick)
  return made
}

for (const block of navigator.clipboard ? document.querySelectorAll('.code') : []) {
  const copy = button(texts.copy, async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    copy.textContent = texts.copied
    setTimeout(() => {
      copy.textContent = texts.copy
    }, 2000)
  })
  block.append(copy)
}

// A choice applies to all calls of the page.
const calls = [...document.querySelectorAll('.calls')]
function show(name) {
  for (const call of calls) {
    for (const figure of call.querySelectorAll('figure'))
      figure.hidden = figure.querySelector('figcaption').textContent !== name
    for (const tab of call.querySelectorAll('.tabs button'))
      tab.setAttribute('aria-pressed', String(tab.textContent === name))
  }
}
for (const call of calls) {
  const tabs = document.createElement('div')
  tabs.className = 'tabs'
  for (const caption of call.querySelectorAll('figcaption')) {
    const name = caption.textContent
    tabs.append(button(name, () => show(name)))
  }
  call.prepend(tabs)
}
show('curl')

const list = document.querySelector('#calls')
const find = list.querySelector('.find')
const input = find.querySelector('input')
const status = find.querySelector('p')
/** Without accents and case, so that "creer" finds "Créer". */
const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
const items = [...list.querySelectorAll('[data-words]')].map((item) => ({
  item,
  words: plain(`${item.dataset.words} ${item.textContent}`),
}))
find.hidden = false
input.addEventListener('input', () => {
  const wanted = plain(input.value).split(/\s+/).filter(Boolean)
  list.classList.toggle('searching', wanted.length > 0)
  let found = 0
  for (const { item, words } of items) {
    item.hidden = !wanted.every((word) => words.includes(word))
    found += item.hidden ? 0 : 1
  }
  for (const group of list.querySelectorAll('.group'))
    group.hidden = wanted.length > 0 && !group.querySelector('[data-words]:not([hidden])')
  status.textContent = found === 0 ? status.dataset.nothing : ''
})
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  list.querySelector('[data-words]:not([hidden]) a')?.click()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea')) return
  event.preventDefault()
  input.focus()
})
