// Adds a copy button to each code block. The guides also work without this script.
const { copy, copied } = document.documentElement.dataset
const sheets = 'M9 9h10v10a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9zM15 5V3a1 1 0 0 0-1-1H5a2 2 0 0 0-2 2v10h2'
const tick = 'M5 12.5l4.5 4.5L19 7.5'

function icon(drawing) {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', drawing)
  picture.append(path)
  return picture
}

for (const block of navigator.clipboard ? document.querySelectorAll('.code') : []) {
  const button = document.createElement('button')
  const show = (name, drawing) => {
    button.ariaLabel = name
    button.title = name
    button.toggleAttribute('data-done', name === copied)
    button.replaceChildren(icon(drawing))
  }
  button.type = 'button'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    show(copied, tick)
    setTimeout(() => show(copy, sheets), 2000)
  })
  show(copy, sheets)
  block.append(button)
}
