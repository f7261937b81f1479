"""The bundled sentence model and its reader."""
