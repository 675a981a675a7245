import { render } from 'preact'
import { LocationProvider } from 'preact-iso'
import { showUnseenCharacters } from '../ui/language/foreign-text.ts'
import '../ui/style.css'
import '../ui/figures/figures.css'
import '../ui/palette/palette.css'
import '../ui/rows/filter-bar.css'
import '../ui/rows/folds.css'
import '../ui/rows/rows.css'
import './portal.css'
import './account/brand/brand.css'
import './overview/overview.css'
import './till/till.css'
import { Portal } from './portal.tsx'

showUnseenCharacters()
render(
  <LocationProvider scope="/portal">
    <Portal />
  </LocationProvider>,
  document.getElementById('app') as HTMLElement,
)
