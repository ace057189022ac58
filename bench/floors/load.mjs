/** Loads ts-morph, and does nothing with it. */
import "ts-morph";
