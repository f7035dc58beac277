import { getTranslations } from 'next-intl/server'
import { AccentForm } from '#components/settings/admin/accent-form.tsx'
import { FactPanel } from '#components/settings/admin/fact-panel.tsx'
import { PictureForm } from '#components/settings/admin/picture-form.tsx'
import { SettingsForm } from '#components/settings/admin/settings-form.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { env } from '#lib/core/env.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { getSettingFields, getStoredLooks } from '#lib/settings/queries/admin-settings.ts'

/** Name, looks and languages of the shop; what is fixed by the environment is said. */
export async function ShopSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const [fields, looks] = await Promise.all([getSettingFields(staff, 'shop'), getStoredLooks(staff)])
  const { 'shop.accent': accent, 'shop.logo': logo, 'shop.icon': icon } = looks
  const { host } = new URL(env.PUBLIC_URL)

  return (
    <>
      <Panel id="shop" title={t('section.shop')}>
        <SettingsForm fields={fields} />
      </Panel>
      <Panel id="accent" title={t('accent.title')}>
        <AccentForm stored={accent} />
      </Panel>
      <Panel id="logo" title={t('picture.logo.title')}>
        <PictureForm kind="logo" stored={logo} />
      </Panel>
      <Panel id="icon" title={t('picture.icon.title')}>
        <PictureForm kind="icon" stored={icon} />
      </Panel>
      <FactPanel
        title={t('rules')}
        facts={[]}
        rules={[
          { text: t('rule.shop.currency', { currency: env.STORE_CURRENCY }), href: null },
          { text: t('rule.shop.domain', { host }), href: null },
        ]}
      />
    </>
  )
}
