import './style/base.css';
import './style/parts.css';
import './style/pages.css';
import './style/docs.css';
import {render} from 'preact';
import {look} from './ask.ts';
import {CalendarPage} from './pages/calendar.tsx';
import {ChangesPage} from './pages/changes.tsx';
import {ComparablesPage} from './pages/comparables.tsx';
import {ComparePage} from './pages/compare.tsx';
import {DocsPage} from './pages/docs.tsx';
import {EntityPage} from './pages/entity.tsx';
import {FundingPage} from './pages/funding.tsx';
import {LandscapePage} from './pages/landscape.tsx';
import {ListPage} from './pages/list.tsx';
import {PeoplePage} from './pages/people.tsx';
import {StartPage} from './pages/start.tsx';
import {WhitespacePage} from './pages/whitespace.tsx';
import {Page} from './parts/page.tsx';
import {Empty} from './parts/states.tsx';
import {followLinks, place, to} from './place.ts';
import {Shell} from './shell.tsx';

const PAGES = new Map([
  ['', StartPage],
  ['list', ListPage],
  ['entity', EntityPage],
  ['whitespace', WhitespacePage],
  ['calendar', CalendarPage],
  ['compare', ComparePage],
  ['landscape', LandscapePage],
  ['comparables', ComparablesPage],
  ['funding', FundingPage],
  ['people', PeoplePage],
  ['changes', ChangesPage],
  ['docs', DocsPage],
]);

function App() {
  const Shown = PAGES.get(place.value.page) ?? Unknown;
  return (
    <Shell>
      <Shown />
    </Shell>
  );
}

function Unknown() {
  return (
    <Page title="There is no such page">
      <Empty>
        The address may have been cut or mistyped. <a href={to('')}>Go to the start</a>.
      </Empty>
    </Page>
  );
}

followLinks();
// A view shows one generation from its first request on; the page reports an unreachable server.
await look().catch(() => undefined);
render(<App />, document.getElementById('app') as HTMLElement);
