import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { BatchCheck } from '#components/admin/cards/batch-check.tsx'
import { CardSearch } from '#components/admin/cards/card-search.tsx'
import { CardTable } from '#components/admin/cards/card-table.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { Pager } from '#components/admin/pager.tsx'
import { can, type StaffMember } from '#lib/domain/caller.ts'
import { MOST_PASTED } from '#lib/domain/pasted-numbers.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { findCards, listCards } from '#lib/queries/admin-cards.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'
import './cards.css'

type Props = PageProps<'/admin/cards'>

const addressSchema = z.object({
  q: z.string().trim().max(40).catch(''),
  after: z.string().max(64).nullable().catch(null),
})

export const generateMetadata = () => adminTitle('cards')

export default async function CardsPage({ searchParams }: Props) {
  const { q, after } = addressSchema.parse(await searchParams)
  const staff = await staffOrSignIn(q === '' ? '/admin/cards' : `/admin/cards?q=${encodeURIComponent(q)}`)
  await privateLocale()
  const t = await getTranslations('admin-desk.cards')

  return (
    <StaffMessages namespace={['admin', 'admin-desk']}>
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t('lead')}</p>
      </div>
      <div className="a-stack a-card-pages">
        <CardSearch text={q} />
        {q === '' ? <Listed staff={staff} after={after} /> : <Found staff={staff} text={q} />}
        {can(staff, 'iccids.see') ? <BatchCheck most={MOST_PASTED} /> : null}
      </div>
    </StaffMessages>
  )
}

async function Listed({ staff, after }: { staff: StaffMember; after: string | null }) {
  const t = await getTranslations('admin-desk.cards')
  const { rows, older } = await listCards(staff, after)

  return (
    <section className="a-panel" aria-label={t('title')}>
      {rows.length === 0 ? (
        <p className="a-emptyline">{t('empty')}</p>
      ) : (
        <CardTable rows={rows} now={new Date()} label={t('title')} />
      )}
      <Pager
        label={t('pages')}
        before={after ? { href: '/admin/cards', words: t('newest') } : null}
        next={older ? { href: `/admin/cards?after=${older}`, words: t('older') } : null}
      />
    </section>
  )
}

async function Found({ staff, text }: { staff: StaffMember; text: string }) {
  const t = await getTranslations('admin-desk.cards')
  const { rows, isReadable } = await findCards(staff, text)

  return (
    <section className="a-panel" aria-label={t('found')}>
      {rows.length === 0 ? (
        <p className="a-emptyline">{t(isReadable ? 'none' : 'unreadable')}</p>
      ) : (
        <CardTable rows={rows} now={new Date()} label={t('found')} />
      )}
      <p className="a-pager">
        <GoLink className="a-link" href="/admin/cards">
          {t('toAll')}
        </GoLink>
      </p>
    </section>
  )
}
