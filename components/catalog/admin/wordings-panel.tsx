import { useTranslations } from 'next-intl'
import { WordingForm } from '#components/catalog/admin/wording-form.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { Wording } from '#lib/catalog/rules/admin-destination.ts'

type WordingsPanelProps = { wordings: Wording[]; mayChange: boolean }

/** The plans' own words, and what a person has read out of them about giving an eSIM back. */
export function WordingsPanel({ wordings, mayChange }: WordingsPanelProps) {
  const t = useTranslations('admin-catalogue.words')

  return (
    <Panel id="words" title={t('title')} hint={t('hint')}>
      {wordings.length === 0 ? <p className="a-emptyline">{t('none')}</p> : null}
      <ul>
        {wordings.map(({ planIds, shared, own, answer, tooLong }) => (
          <li key={shared.join()} className="a-wording">
            <p dir="auto">{shared.join('\n')}</p>
            <span className="a-sub">{t('plans', { count: planIds.length + tooLong })}</span>
            {own.length > 0 ? (
              <details>
                <summary>{t('own', { count: own.length })}</summary>
                <p dir="auto">{own.join('\n')}</p>
              </details>
            ) : null}
            {tooLong > 0 ? <span className="a-sub">{t('tooLong', { count: tooLong })}</span> : null}
            {planIds.length > 0 && mayChange ? <WordingForm planIds={planIds} answer={answer} /> : null}
            {planIds.length > 0 && !mayChange ? <b>{t(`answer.${answer ?? 'MIXED'}`)}</b> : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
