import { useCopy } from '#kit/copy/copy.tsx'
import { LanguageSwitch, SchemeSwitch } from '#kit/features/brands/DisplaySwitch.tsx'
import { site } from '#kit/features/brands/site.ts'
import page from '#kit/ui/Page.module.css'
import { usePageTitle } from '#web/platform/page-title.ts'
import { DataSaver } from './DataSaver.tsx'
import { keepLanguage } from './data.ts'
import { LinkList, listedItem } from './LinkList.tsx'
import { settingGroups } from './setting-groups.ts'
import styles from './Settings.module.css'
import { useUser } from '#web/features/accounts/data.ts'
import { useMenuItems } from '#web/platform/use-menu.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'

/** `/user/settings` */
export function SettingsScreen() {
  const t = useCopy()
  usePageTitle(t('settings.title'))
  return (
    <div className={page.column}>
      <LateSlot name="banners" place="settings top" />
      <h1>{t('settings.title')}</h1>
      {settingGroups(t).map(({ title, items }) => (
        <section key={title} className={styles.section}>
          <h2>{title}</h2>
          <LinkList label={title} items={items} />
        </section>
      ))}
      <section className={styles.section}>
        <h2>{t('settings.appearance')}</h2>
        <div className={styles.choices}>
          <LanguageSwitch keep={keepLanguage} />
          <SchemeSwitch />
        </div>
      </section>
      <section className={styles.section}>
        <h2>{t('settings.data')}</h2>
        <DataSaver />
      </section>
    </div>
  )
}

/** `/user/setting`: the settings menu as a page, and what a person has done here. */
export function SettingMenuScreen() {
  const t = useCopy()
  const user = useUser()
  usePageTitle(t('settings.menu'))
  const visit = { config: site().config, isStaff: user !== undefined && user.role !== 'learner' }
  const settings = useMenuItems(['settings'], visit)
  const activity = useMenuItems(['activity'], visit)
  return (
    <div className={page.column}>
      <h1>{t('settings.menu')}</h1>
      <LinkList label={t('settings.menu')} items={settings.map(listedItem)} />
      <h2>{t('settings.activity')}</h2>
      <LinkList label={t('settings.activity')} items={activity.map(listedItem)} />
    </div>
  )
}
