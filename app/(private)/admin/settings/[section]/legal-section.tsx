import { getTranslations } from 'next-intl/server'
import { GoLink } from '#components/admin/go-link.tsx'
import { Mark } from '#components/admin/mark.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { LegalForm } from '#components/admin/settings/legal-form.tsx'
import { LegalTable } from '#components/admin/settings/legal-table.tsx'
import type { StaffMember } from '#lib/domain/caller.ts'
import { isLegalPage, LEGAL_PAGES } from '#lib/domain/legal-pages.ts'
import { LOCALE_NAMES, toLocale } from '#lib/i18n/config.ts'
import { localePath } from '#lib/i18n/routing.ts'
import { getLegalDesk, getLegalHeads } from '#lib/queries/admin-legal.ts'
import { getStore } from '#lib/queries/store-facts.ts'

type LegalSectionProps = { staff: StaffMember; asked: Record<string, string | string[] | undefined> }

/** Every legal page in every language, and the text of the chosen one. */
export async function LegalSection({ staff, asked }: LegalSectionProps) {
  const t = await getTranslations('admin-settings')
  const names = await getTranslations('legal')
  const page = typeof asked.page === 'string' && isLegalPage(asked.page) ? asked.page : LEGAL_PAGES[0]
  const locale = toLocale(typeof asked.in === 'string' ? asked.in : '')
  const [heads, { languages }, desk] = await Promise.all([
    getLegalHeads(staff),
    getStore(),
    getLegalDesk(staff, page, locale),
  ])

  return (
    <>
      <Panel id="legal" title={t('section.legal')}>
        <LegalTable
          languages={languages.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          rows={LEGAL_PAGES.map((one) => ({ page: one, name: names(`pages.${one}.title`) }))}
          heads={heads}
        />
      </Panel>
      <Panel id="legal-text-title" title={`${names(`pages.${page}.title`)} · ${LOCALE_NAMES[locale]}`}>
        <p className="a-pb a-row">
          <Mark tone={desk.version > 0 ? 'ok' : 'wait'}>
            {desk.version > 0 ? t('legal.version', { version: String(desk.version) }) : t('legal.default')}
          </Mark>
          <GoLink className="a-link" href={localePath(locale, `/legal/${page}`)} target="_blank">
            {t('legal.look')}
          </GoLink>
        </p>
        <LegalForm key={`${page}.${locale}`} page={page} locale={locale} {...desk} />
      </Panel>
    </>
  )
}
