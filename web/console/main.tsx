import { render } from 'preact'
import { LocationProvider } from 'preact-iso'
import { showUnseenCharacters } from '../ui/language/foreign-text.ts'
import '../ui/style.css'
import '../ui/figures/figures.css'
import '../ui/palette/palette.css'
import '../ui/rows/filter-bar.css'
import '../ui/rows/folds.css'
import '../ui/rows/rows.css'
import './console.css'
import { Console } from './console.tsx'
import { watchIdleness } from './frame/session.ts'

showUnseenCharacters()
watchIdleness()
render(
  <LocationProvider scope="/console">
    <Console />
  </LocationProvider>,
  document.getElementById('app') as HTMLElement,
)
