import { EditProfileScreen } from '../../features/accounts/profile/EditProfileScreen.tsx'
import { AvatarField } from '../../features/media/avatar/AvatarField.tsx'

/** `/user/edit`: the profile with its picture (PRO-06, PRO-08). */
export function ProfileScreen() {
  return <EditProfileScreen picture={AvatarField} />
}
