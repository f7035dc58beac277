import { useTranslations } from 'next-intl'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { EnvironmentFact } from '#lib/settings/rules/settings.ts'

type FactPanelProps = { title: string; facts: EnvironmentFact[]; rules: { text: string; href: string | null }[] }

/** What is not changed on this page: values of the environment as set or not set, and rules that always hold. */
export function FactPanel({ title, facts, rules }: FactPanelProps) {
  const t = useTranslations('admin-settings')
  const id = `facts-${title.length}-${rules.length}`

  return (
    <Panel id={id} title={title}>
      {facts.length > 0 ? (
        <DescriptionList
          pairs={facts.map(({ name, isSet }) => ({
            name,
            value: <Mark tone={isSet ? 'ok' : 'plain'}>{t(isSet ? 'set' : 'notSet')}</Mark>,
          }))}
        />
      ) : null}
      {rules.length > 0 ? (
        <ul className="a-list">
          {rules.map(({ text, href }) => (
            <li key={text}>
              <span>
                {text}{' '}
                {href ? (
                  <GoLink className="a-link" href={href}>
                    {t('open')}
                  </GoLink>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  )
}
