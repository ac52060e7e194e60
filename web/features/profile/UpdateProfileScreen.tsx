import { EditProfileScreen } from './EditProfileScreen.tsx'
import { BeforeAll } from '#web/features/joining/BeforeAll.tsx'

/** `/updateProfile`: the profile, where what is missing was demanded. */
export function UpdateProfileScreen() {
  return (
    <BeforeAll>
      <EditProfileScreen isForced />
    </BeforeAll>
  )
}
