// Light or dark before anything is drawn.
import { applyTheme } from './dialogs.js';

applyTheme();
