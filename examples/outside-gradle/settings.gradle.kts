rootProject.name = "outside-gradle"
