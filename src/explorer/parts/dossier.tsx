// A company's assets and maturity; its group counts as one, unless the reader wants the company alone.
import {useAnswer} from '../answers.ts';
import {place, to} from '../place.ts';
import type {Dossier} from '../types.ts';
import {count, counted, plain} from '../words.ts';
import {Assets} from './assets.tsx';
import {BarTable} from './bar-table.tsx';
import {Cells} from './cells.tsx';
import {EntityLink} from './entity-link.tsx';
import {LISTED, useFew} from './few.tsx';
import {Group} from './group.tsx';
import {Money} from './money.tsx';
import {Caveats} from './notes.tsx';
import {RequestBehind} from './request.tsx';
import {View} from './states.tsx';

export function CompanyDossier({id, address}: {id: string; address: string}) {
  const rollup = place.value.query.get('rollup');
  const path = `v1/entities/${id}/dossier`;
  const found = useAnswer<Dossier>(path, {rollup});
  return (
    <div class="dossier">
      <View of={found} what="the pipeline">
        {(dossier) => <Shown of={dossier} isAlone={rollup === 'false'} address={address} />}
      </View>
      <RequestBehind path={path} query={{rollup}} />
    </div>
  );
}

function Shown({of, isAlone, address}: {of: Dossier; isAlone: boolean; address: string}) {
  const {maturity, assets, programs, trials_by_phase: trials, people, caveats} = of;
  return (
    <>
      <section aria-labelledby="pipeline">
        <h2 id="pipeline">Pipeline</h2>
        <p>
          {counted(maturity.trials, 'trial', 'trials')}, {counted(maturity.approvals, 'approval', 'approvals')},{' '}
          {counted(maturity.patents, 'patent', 'patents')}, {counted(maturity.papers, 'paper', 'papers')}; furthest
          stage: {maturity.stage ?? 'unknown'}.
        </p>
        <Group groups={of.rolled_up} isAlone={isAlone} />
      </section>
      <Assets assets={assets} />
      <Cells programs={programs} />
      {trials.length > 0 && (
        <section aria-labelledby="phases">
          <h2 id="phases">Trials by phase</h2>
          <BarTable
            caption="Trials by phase"
            heads={['Phase', 'Trials']}
            bars={trials.map(({phase, trials: n}) => ({
              key: phase,
              name:
                phase === 'unknown' ? (
                  'Not stated'
                ) : (
                  <a href={to('list', [], {kind: 'trial', organization: address, phase})}>{plain(phase)}</a>
                ),
              value: n,
              text: count(n),
            }))}
          />
        </section>
      )}
      <Money funding={of.funding} investors={of.investors} />
      <People people={people} />
      <Caveats caveats={caveats} />
    </>
  );
}

const ROLES = {founder: 'founder', affiliated: 'works there', inventor: 'inventor'};
const FEW = 12;

function People({people}: {people: Dossier['people']}) {
  const [shown, more] = useFew(people, FEW, 'people', LISTED.people);
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people">
      <h2 id="people">People</h2>
      <ul class="inline-list">
        {shown.map((one) => (
          <li key={one.id}>
            <EntityLink of={one} />{' '}
            <small>
              {ROLES[one.role]}
              {one.works > 0 && `, ${counted(one.works, 'work', 'works')}`}
            </small>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
