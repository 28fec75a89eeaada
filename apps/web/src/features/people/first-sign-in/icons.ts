import type { Picture } from '@classwright/rules/password/pictures';
import { icon, type IconComponent } from '../../../ui/plain/icon.tsx';

export const IconApple = /* @__PURE__ */ icon('apple');
export const IconBalloon = /* @__PURE__ */ icon('balloon');
export const IconBell = /* @__PURE__ */ icon('bell');
export const IconBike = /* @__PURE__ */ icon('bike');
export const IconButterfly = /* @__PURE__ */ icon('butterfly');
export const IconCake = /* @__PURE__ */ icon('cake');
export const IconCar = /* @__PURE__ */ icon('car');
export const IconCarrot = /* @__PURE__ */ icon('carrot');
export const IconCat = /* @__PURE__ */ icon('cat');
export const IconCrown = /* @__PURE__ */ icon('crown');
export const IconDog = /* @__PURE__ */ icon('dog');
export const IconFish = /* @__PURE__ */ icon('fish');
export const IconFlower = /* @__PURE__ */ icon('flower');
export const IconMoon = /* @__PURE__ */ icon('moon');
export const IconMushroom = /* @__PURE__ */ icon('mushroom');
export const IconPig = /* @__PURE__ */ icon('pig');
export const IconPlane = /* @__PURE__ */ icon('plane');
export const IconRocket = /* @__PURE__ */ icon('rocket');
export const IconSailboat = /* @__PURE__ */ icon('sailboat');
export const IconUmbrella = /* @__PURE__ */ icon('umbrella');

/** The pictures of picture cards. They differ in shape, not in color. */
export const PICTURE_ICONS: Readonly<Record<Picture, IconComponent>> = {
  cat: IconCat,
  dog: IconDog,
  fish: IconFish,
  pig: IconPig,
  butterfly: IconButterfly,
  boat: IconSailboat,
  bike: IconBike,
  car: IconCar,
  plane: IconPlane,
  rocket: IconRocket,
  apple: IconApple,
  carrot: IconCarrot,
  cake: IconCake,
  mushroom: IconMushroom,
  flower: IconFlower,
  moon: IconMoon,
  umbrella: IconUmbrella,
  balloon: IconBalloon,
  bell: IconBell,
  crown: IconCrown,
};
